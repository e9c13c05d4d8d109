/**
 * Runs `task` after the next frame, so that it doesn't delay what was just rendered. A hidden page renders
 * no frames, so the task runs without waiting. Returns a function that cancels it.
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
