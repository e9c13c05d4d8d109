import { type ChangedColors, lookColors, lookPath } from '#contract/shop/look.ts';

/**
 * Draws the page in the shop's colours: those of tokens.css, but for the changed ones. The stylesheet that
 * the document was first painted with may be older, so it no longer counts.
 */
export function showLook(changed: ChangedColors): void {
  const { style } = document.documentElement;
  // An empty value removes the property.
  for (const name of lookColors) style.setProperty(`--${name}`, changed[name] ?? '');
  const first = document.querySelector<HTMLLinkElement>(`link[href="${lookPath}"]`);
  if (first) first.disabled = true;
  const colors = getComputedStyle(document.documentElement);
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    bar.content = colors.getPropertyValue(bar.media === '' ? '--paper' : '--ink').trim();
  }
}
