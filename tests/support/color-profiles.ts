/** ICC profiles with the colorants (XYZ under D50) that their makers publish. */

const colorants = {
  sRGB: [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141],
  'Adobe RGB': [0.60974, 0.31111, 0.01947, 0.20528, 0.62567, 0.06087, 0.14919, 0.06322, 0.74457],
  'Display P3': [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841],
  ProPhoto: [0.7977, 0.288, 0, 0.1352, 0.7119, 0, 0.0313, 0.0001, 0.8249],
} as const;

type ProfileColors = keyof typeof colorants;

/** `srgb`: its own curve; a number: an exponent. */
type Curve = 'srgb' | number;

/** A profile for colours. */
export function rgbProfile(colors: ProfileColors, curve: Curve): Buffer {
  const xyz = colorants[colors];
  const trc = curveTag(curve);
  return profile('RGB ', {
    wtpt: xyzTag([0.9642, 1, 0.8249]),
    rXYZ: xyzTag(xyz.slice(0, 3)),
    gXYZ: xyzTag(xyz.slice(3, 6)),
    bXYZ: xyzTag(xyz.slice(6)),
    rTRC: trc,
    gTRC: trc,
    bTRC: trc,
  });
}

/** A profile for grey. */
export function grayProfile(curve: Curve): Buffer {
  return profile('GRAY', { wtpt: xyzTag([0.9642, 1, 0.8249]), kTRC: curveTag(curve) });
}

function profile(channels: string, tags: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tags);
  const head = Buffer.alloc(132 + 12 * entries.length);
  head.writeUInt32BE(0x04_20_00_00, 8);
  head.write(`mntr${channels}XYZ `, 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  for (const [place, value] of [0.9642, 1, 0.8249].entries()) {
    head.writeInt32BE(Math.round(value * 65_536), 68 + 4 * place);
  }
  head.writeUInt32BE(entries.length, 128);
  let end = head.length;
  for (const [place, [name, content]] of entries.entries()) {
    head.write(name, 132 + 12 * place, 'latin1');
    head.writeUInt32BE(end, 136 + 12 * place);
    head.writeUInt32BE(content.length, 140 + 12 * place);
    end += content.length;
  }
  head.writeUInt32BE(end, 0);
  return Buffer.concat([head, ...Object.values(tags)]);
}

function xyzTag(xyz: readonly number[]): Buffer {
  return numbers('XYZ \0\0\0\0', xyz);
}

function curveTag(curve: Curve): Buffer {
  return curve === 'srgb'
    ? numbers('para\0\0\0\0\0\u0003\0\0', [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    : numbers('para\0\0\0\0\0\0\0\0', [curve]);
}

function numbers(before: string, values: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * values.length);
  for (const [place, value] of values.entries()) {
    data.writeInt32BE(Math.round(value * 65_536), 4 * place);
  }
  return Buffer.concat([Buffer.from(before, 'latin1'), data]);
}
