import { bolt, type Cloth } from '../patterns/tile.ts';

/** A featured picture of 1200 × 900. Fabric number 2 is named `bolt-2`. */
export function scene(cloths: readonly Cloth[], content: string): string {
  const bolts = cloths.map((cloth, index) => bolt(`bolt-${index}`, cloth)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900">${bolts}${content}</svg>`;
}
