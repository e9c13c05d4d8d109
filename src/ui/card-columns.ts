const key = 'card-columns';
const one = '1';

/** Whether this device shows cards in one column where a phone has room for two. */
export const isOneColumn = (): boolean => document.documentElement.dataset.columns === one;

/** Applies what this device remembers; called before anything renders, so that no card moves. */
export function restoreCardColumns(): void {
  try {
    if (localStorage.getItem(key) === one) document.documentElement.dataset.columns = one;
  } catch {
    // Without storage, cards are in two columns.
  }
}

/** Shows cards in one or two columns, and remembers it on this device. */
export function setCardColumns(isOne: boolean): void {
  const { dataset } = document.documentElement;
  if (isOne) dataset.columns = one;
  else delete dataset.columns;
  try {
    if (isOne) localStorage.setItem(key, one);
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the choice is lost when the page closes.
  }
}
