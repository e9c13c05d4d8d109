const most = 5;

/** How many stars something got, of five; a part of one isn’t drawn. */
export function Stars({ count }: { readonly count: number }) {
  const full = Math.floor(count);
  return (
    <span role="img" aria-label={`${count} of ${most} stars`}>
      {'★'.repeat(full)}
      {'☆'.repeat(most - full)}
    </span>
  );
}
