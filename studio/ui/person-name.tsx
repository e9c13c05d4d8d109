/** A person's name or e-mail; an e-mail is broken before its @ rather than within a word. */
export function PersonName({ name }: { readonly name: string }) {
  const [start, ...domain] = name.split('@');
  return (
    <>
      {start}
      {domain.length > 0 && (
        <>
          <wbr />@{domain.join('@')}
        </>
      )}
    </>
  );
}
