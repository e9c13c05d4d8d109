import type { LoadSuggestions } from '#ui/search-box.tsx';

/** The suggestions of every search box of the shop, in a chunk of their own. */
export const loadSuggestions: LoadSuggestions = () =>
  import('#features/catalogue/search-suggestions.tsx');
