/** Runs after this long at the latest, however busy the page is. */
const patienceMs = 2000;

/** Runs what the first screen doesn't need, once it has painted and the browser is idle. Returns a function that cancels it. */
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
