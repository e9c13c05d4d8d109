/** Session storage: where this tab's screens were scrolled to. Their addresses say what was looked at. */
export const scrollKey = 'scroll';
