/** What every page needs: styles and the controls of the top bar. */
export {};
