/** How a figure differs from the one before: `up 12%`, `down 5%`, `unchanged`; `none before` if there was none. */
export function changeWords(now: number, before: number): string {
  if (now === before) return 'unchanged';
  if (before === 0) return 'none before';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${now > before ? 'up' : 'down'} ${percent.toLocaleString('en-US')}%`;
}
