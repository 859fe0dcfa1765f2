/** What a lesson page needs beyond `site`. */
import './site';
