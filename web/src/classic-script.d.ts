/** What `web/classic-script.ts` makes of an import that ends in `?classic`. */
declare module '*?classic' {
  /** The file and its imports as one classic script. */
  const script: string;
  export default script;
  /** As a content security policy names it, without the quotes: `sha256-...`. */
  export const hash: string;
}
