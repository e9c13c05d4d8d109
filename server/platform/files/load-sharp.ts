/**
 * Sharp, loaded when the first picture is made: a server that only sells never pays for its memory.
 * Its cache of earlier operations is off, since no picture is made twice.
 */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
