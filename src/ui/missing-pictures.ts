/**
 * Marks each picture that fails to load, so that offline it shows its colour instead of the browser's broken
 * image (`base.css`). Listens in the capture phase, because these events don't bubble.
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
