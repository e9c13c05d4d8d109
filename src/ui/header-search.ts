/** Id of the element in the header into which a screen renders its own search box. */
export const headerSearchId = 'header-search';
