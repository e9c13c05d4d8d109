/** An instant after everything that is stored. The process dies when it compares the second file with it. */
export function crashPoint(): Date {
  const later = Date.now() + 60_000;
  const instant = new Date(later);
  instant.valueOf = () => {
    instant.valueOf = () => {
      throw new Error('killed');
    };
    return later;
  };
  return instant;
}
