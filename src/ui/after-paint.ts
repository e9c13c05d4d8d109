/** At the latest after this long, however busy the page is. */
const patienceMs = 2000;

/** Runs what the first screen can do without once it stands and has a quiet moment. Returns what calls it off. */
export function afterPaint(task: () => void): () => void {
  let cancel = () => {};
  const wait = () => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(task, 200);
      cancel = () => clearTimeout(timer);
    } else {
      const idle = requestIdleCallback(task, { timeout: patienceMs });
      cancel = () => cancelIdleCallback(idle);
    }
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    removeEventListener('load', wait);
    cancel();
  };
}
