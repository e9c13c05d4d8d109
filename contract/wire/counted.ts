/** A number with thousands grouped. Only then, because the first `Intl.NumberFormat` of a page takes a phone 0.1 s. */
export function grouped(count: number): string {
  return count < 1000 ? String(count) : count.toLocaleString('en-US');
}

/** A count with its noun: `1 order`, `2,000 orders`. `many` is for what doesn't just end in an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
