/** The home page's opening words: painted from the HTML before any script runs, then by the shop. */
export const heroWords = {
  title: 'Patterns fresh off the line',
  text: 'Seamless patterns, clip-art PNGs and branding kits for small handmade shops and fabric shops. Pick a design, download it, start sewing.',
} as const;
