import type { LoadSuggestions } from '#ui/search-box.tsx';

/** Loads the suggestions of the search boxes, which are in a chunk of their own. */
export const loadSuggestions: LoadSuggestions = () =>
  import('#features/catalogue/search-suggestions.tsx');
