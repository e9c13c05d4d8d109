/**
 * Loads sharp when the first picture is made, so that a server that only sells doesn't use memory for it.
 * Turns off its cache of operations, because no picture is made twice.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
