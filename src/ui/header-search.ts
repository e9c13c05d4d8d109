/** The place of the search box in the header: a screen with a box of its own renders it there. */
export const headerSearchId = 'header-search';
