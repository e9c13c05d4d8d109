/**
 * Runs what may follow the frame that shows what was just rendered, which it would hold up. A page out of
 * sight draws none and waits for none. Returns what calls it off.
 */
export function afterFrame(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = document.hidden ? undefined : requestAnimationFrame(begin);
  if (frame === undefined) begin();

  function begin(): void {
    timer = setTimeout(task);
  }
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
