/** Session storage key: scroll positions of this tab's screens. Their URLs show what the buyer looked at. */
export const scrollKey = 'scroll';
