/** The blades of a paper pinwheel around (0, 0), one unit wide. */
const pinwheel = [0, 90, 180, 270]
  .map((turn) => `<path transform="rotate(${turn})" d="M0 0V-.5L.42 -.12Z"/>`)
  .join('');

/**
 * A watermark tile for previews, `size` px wide: pinwheels on thin diagonals, white with a dark edge, visible
 * on light and dark without hiding the drawing. Paths only, so that it looks the same on a machine without
 * fonts.
 */
export function watermarkTile(size: number): string {
  const mark = (x: number, y: number) =>
    `<g transform="translate(${x} ${y}) scale(${size * 0.26})">${pinwheel}</g>`;
  const half = size / 2;
  const line = size / 160;
  const shape = `
    <path d="M0 ${size}L${size} 0M-${half} ${half}L${half} -${half}M${half} ${size + half}L${size + half} ${half}" fill="none" stroke-width="${line}" stroke="#fff"/>
    ${mark(half, half)}${mark(0, 0)}${mark(size, 0)}${mark(0, size)}${mark(size, size)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <g opacity=".16" fill="#3a2440" transform="translate(${line} ${line})">${shape.replaceAll('#fff', '#3a2440')}</g>
    <g opacity=".3" fill="#fff">${shape}</g>
  </svg>`;
}
