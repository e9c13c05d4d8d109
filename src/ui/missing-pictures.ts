/**
 * Marks each picture that can't be had: without a signal one that isn't kept shows its colour, not
 * the browser's torn paper (`base.css`). Listens for all, since these events don't bubble.
 */
export function markMissingPictures(): void {
  const mark = ({ type, target }: Event) => {
    if (target instanceof HTMLImageElement) {
      target.toggleAttribute('data-missing', type === 'error');
    }
  };
  document.addEventListener('error', mark, { capture: true });
  document.addEventListener('load', mark, { capture: true });
}
