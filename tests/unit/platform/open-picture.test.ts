import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegColor } from '#server/platform/files/jpeg-color.ts';
import { openPicture } from '#server/platform/files/open-picture.ts';
import { chunksBeforePixels } from '#server/platform/files/png-chunks.ts';
import { pngColor } from '#server/platform/files/png-color.ts';
import { grayProfile, rgbProfile } from '#tests/support/color-profiles.ts';
import { pngChunk } from '#tests/support/pictures.ts';
import {
  type ColorChunks,
  cHRM,
  cICP,
  cLLI,
  gAMA,
  iCCP,
  mDCV,
  pngOf,
  sRGB,
} from '#tests/support/png-file.ts';

type Rgb = readonly [number, number, number];

const plain = '200 100 50';
const color = rgbOf(plain);
const p3 = cHRM(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000);
const srgbColors = cHRM(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000);
const proPhoto = iCCP(rgbProfile('ProPhoto', 1.8));
const broken = iCCP(Buffer.from('no profile'));

/** A colour that is written as its three channels. */
function rgbOf(text: string): Rgb {
  const [red = 0, green = 0, blue = 0] = text.split(' ').map(Number);
  return [red, green, blue];
}

/** A JPEG with a profile in one segment. */
function jpegWithProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xff_e2, 0);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

async function pixel(file: Buffer): Promise<number[]> {
  const { picture } = await openPicture(file, await sharp(file).metadata());
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe((await sharp(file).metadata()).hasAlpha ? 4 : 3);
  return [...data.subarray(0, 3)];
}

/** The largest difference of a channel of these files from a colour, out of 255. */
async function farthest(files: readonly Buffer[], wanted: readonly number[]): Promise<number> {
  const seen = await Promise.all(files.map(pixel));
  return Math.max(...seen.flat().map((value, place) => Math.abs(value - (wanted[place % 3] ?? 0))));
}

/** Of 8 and 16 bits, with and without transparency, in one pass and in seven. */
function allKinds(given: Rgb, type: 'rgb' | 'grey', chunks: ColorChunks): Buffer[] {
  return ([8, 16] as const).flatMap((depth) =>
    ([type, `${type}+alpha`] as const).flatMap((each) =>
      [false, true].map((isInterlaced) =>
        pngOf(given, { depth, type: each, isInterlaced, chunks }),
      ),
    ),
  );
}

/** As Chromium 156 draws rgb(200, 100, 50), read from a canvas in sRGB. */
const drawn: Readonly<Record<string, readonly [ColorChunks, string]>> = {
  nothing: [[], plain],
  'a profile of sRGB': [[iCCP(rgbProfile('sRGB', 'srgb'))], plain],
  'a profile of Adobe RGB': [[iCCP(rgbProfile('Adobe RGB', 2.199_218_75))], '227 100 42'],
  'a profile of Display P3': [[iCCP(rgbProfile('Display P3', 'srgb'))], '215 93 31'],
  'a profile of ProPhoto': [[proPhoto], '255 80 47'],
  'a profile of linear light': [[iCCP(rgbProfile('sRGB', 1))], '229 168 122'],
  'a profile of gamma 1.8': [[iCCP(rgbProfile('sRGB', 1.8))], '210 119 65'],
  'gAMA 1': [[gAMA(1)], '229 168 122'],
  'gAMA 1.8': [[gAMA(1.8)], '210 119 65'],
  'gAMA 2.2': [[gAMA(2.2)], plain],
  'gAMA 2.6': [[gAMA(2.6)], '193 84 32'],
  'gAMA 2.2 and cHRM of sRGB': [[gAMA(2.2), srgbColors], '201 100 46'],
  'gAMA 1 and cHRM of P3': [[gAMA(1), p3], '240 165 114'],
  'cHRM alone': [[p3], plain],
  'sRGB before gAMA': [[sRGB, gAMA(1), p3], plain],
  'a profile before sRGB and gAMA': [[proPhoto, sRGB, gAMA(1)], '255 80 47'],
  'a broken profile before gAMA': [[broken, gAMA(1)], '229 168 122'],
  'a broken profile alone': [[broken], plain],
  'two gAMA, of which the first counts': [[gAMA(1), gAMA(2.2)], '229 168 122'],
  'gAMA 0': [[['gAMA', Buffer.alloc(4)]], plain],
  'a short gAMA': [[['gAMA', Buffer.alloc(2)]], plain],
  'a short gAMA before a whole one': [[['gAMA', Buffer.alloc(2)], gAMA(1)], '229 168 122'],
  'gAMA 0 before another': [[['gAMA', Buffer.alloc(4)], gAMA(1)], '229 168 122'],
  'a short cICP before a whole one': [[['cICP', Buffer.alloc(3)], cICP(12, 13)], '215 93 31'],
  'sRGB of no intent before gAMA': [[['sRGB', Buffer.from([4])], gAMA(1)], '229 168 122'],
  'an empty sRGB before gAMA': [[['sRGB', Buffer.alloc(0)], gAMA(1)], '229 168 122'],
  'a primary beyond 1': [
    [gAMA(1), cHRM(31_270, 32_900, 64_000, 33_000, 30_000, 105_000, 15_000, 6000)],
    plain,
  ],
  'primaries on a line': [
    [gAMA(1), cHRM(31_270, 32_900, 64_000, 33_000, 64_000, 33_000, 64_000, 33_000)],
    plain,
  ],
  'cICP of P3': [[cICP(12, 13)], '215 93 31'],
  'cICP of BT.2020': [[cICP(9, 1)], '239 63 5'],
  'cICP of linear light': [[cICP(1, 8)], '229 168 122'],
  'cICP of DCI-P3': [[cICP(11, 17)], '212 78 0'],
  'cICP of SMPTE 240M': [[cICP(6, 7)], '202 117 67'],
  'cICP of sRGB before all others': [[gAMA(1), proPhoto, cICP(1, 13)], plain],
  'cICP of video, which doesn’t count': [[cICP(12, 13, 0, 0), gAMA(1)], '229 168 122'],
  'cICP of YCbCr, which doesn’t count': [[cICP(12, 13, 1), gAMA(1)], '229 168 122'],
  'cICP that isn’t known': [[cICP(2, 2), proPhoto], '255 80 47'],
};

test.each(Object.entries(drawn))('shows a PNG with %s like a browser', async (_, given) => {
  const [chunks, wanted] = given;
  const palette = pngOf(color, { type: 'palette', chunks });
  const files = [palette, ...allKinds(color, 'rgb', chunks)];
  expect(await farthest(files, rgbOf(wanted))).toBeLessThanOrEqual(1);
});

/** An AVIF of rgb(200, 100, 50) whose `colr` box has these numbers of H.273. */
async function avifOf(primaries: number, transfer: number, bitdepth: 8 | 10 = 8): Promise<Buffer> {
  const create = { width: 16, height: 16, channels: 3, background: '#c86432' } as const;
  const file = await sharp({ create })
    .toColourspace(bitdepth === 8 ? 'srgb' : 'rgb16')
    .avif({ lossless: true, chromaSubsampling: '4:4:4', bitdepth })
    .toBuffer();
  const box = file.indexOf('colrnclx');
  file.writeUInt16BE(primaries, box + 8);
  file.writeUInt16BE(transfer, box + 10);
  return file;
}

/** As Chromium 156 draws them. Unlike in a PNG, the curves of cameras (1, 6, 14) are that of sRGB there. */
test.each([
  ['sRGB', 1, 13, plain],
  ['BT.709', 1, 1, plain],
  ['nothing that is said', 2, 2, plain],
  ['Display P3', 12, 13, '215 93 31'],
  ['P3 without a curve', 12, 2, '215 93 31'],
  ['BT.2020', 9, 14, '241 76 29'],
  ['BT.601', 6, 6, '196 102 49'],
  ['linear light', 1, 8, '229 168 122'],
  ['DCI-P3', 11, 17, '212 78 0'],
])('shows an AVIF in %s like a browser', async (_, primaries, transfer, wanted) => {
  const files = [await avifOf(primaries, transfer), await avifOf(primaries, transfer, 10)];
  expect(await farthest(files, rgbOf(wanted))).toBeLessThanOrEqual(1);
});

test('knows an AVIF for brighter screens', async () => {
  const file = await avifOf(9, 16);
  const { isHdr } = await openPicture(file, await sharp(file).metadata());
  expect(isHdr).toBe(true);
});

/** As Chromium 156 draws what sharp writes of these colours. */
test.each([
  ['#c86432', [207, 77, 16]],
  ['#0ac878', [106, 255, 73]],
  ['#2020d0', [14, 47, 255]],
  ['#808080', [102, 104, 102]],
  ['#ffffff', [255, 255, 255]],
  ['#000000', [0, 0, 0]],
] as const)(
  'shows %s as a JPEG in CMYK without a profile like a browser',
  async (background, wanted) => {
    const create = { width: 16, height: 16, channels: 3, background } as const;
    const inks = sharp({ create }).toColourspace('cmyk').jpeg({ quality: 100 });
    const bare = await inks.toBuffer();
    // A profile for other channels is none.
    const other = jpegWithProfile(bare, rgbProfile('ProPhoto', 1.8));
    const filled = Buffer.concat([other.subarray(0, 2), Buffer.alloc(2, 0xff), other.subarray(2)]);
    const files = [bare, other, filled];
    expect(await farthest(files, wanted)).toBeLessThanOrEqual(2);
  },
);

test('leaves a JPEG in CMYK its own profile', async () => {
  const create = { width: 16, height: 16, channels: 3, background: '#8c7864' } as const;
  const file = await sharp({ create }).withIccProfile('cmyk').jpeg().toBuffer();
  const head = await sharp(file).metadata();
  expect(head.space).toBe('cmyk');
  expect(await jpegColor(file, head)).toBe(file);
});

test('takes no JPEG apart into millions of empty segments', async () => {
  const create = { width: 16, height: 16, channels: 3, background: '#8c7864' } as const;
  const plain = await sharp({ create }).toColourspace('cmyk').jpeg().toBuffer();
  const empty = Buffer.alloc(400_000, Buffer.from('ffe30002', 'hex'));
  const file = Buffer.concat([plain.subarray(0, 2), empty, plain.subarray(2)]);
  let taken = 0;
  const subarray = (...place: number[]) => {
    taken += 1;
    return Buffer.prototype.subarray.apply(file, place);
  };

  const made = await jpegColor(Object.assign(file, { subarray }), await sharp(plain).metadata());

  expect(taken).toBeLessThan(50_000);
  expect(made.subarray(2 - file.length).equals(file.subarray(2))).toBe(true);
});

test('shows a JPEG that a decoder only warns of', async () => {
  const plain = await sharp({
    create: { width: 16, height: 16, channels: 3, background: '#c86432' },
  })
    .jpeg({ quality: 100 })
    .toBuffer();
  const first = 4 + plain.readUInt16BE(4);
  const between = [plain.subarray(0, first), Buffer.alloc(3), plain.subarray(first)];
  const transform = Buffer.from('ffee000e41646f626500640000000002', 'hex');
  const unknown = [plain.subarray(0, 2), transform, plain.subarray(2)];
  const files = [between, unknown].map((parts) => Buffer.concat(parts));
  expect(await farthest(files, [200, 100, 50])).toBeLessThanOrEqual(2);
});

/** A PNG whose chunk `name` has another checksum. */
function damaged(name: string, ...chunks: ColorChunks): Buffer {
  const file = pngOf(color, { type: 'rgb', chunks });
  const at = file.indexOf(name);
  file.writeUInt32BE(0, at + 4 + file.readUInt32BE(at - 4));
  return file;
}

const p3Profile = iCCP(rgbProfile('Display P3', 'srgb'));
const suggested = ['PLTE', Buffer.alloc(18, 200)] as const;
const palettes: Readonly<Record<string, readonly [ColorChunks, string]>> = {
  'a profile': [[suggested, p3Profile], '215 93 31'],
  'a profile, and sRGB before': [[sRGB, suggested, p3Profile], '215 93 31'],
  'a profile, and another before': [[proPhoto, suggested, p3Profile], '255 80 47'],
  gAMA: [[suggested, gAMA(1)], '229 168 122'],
  'sRGB, and gAMA before': [[gAMA(1), suggested, sRGB], plain],
  'cICP, which doesn’t count there': [[suggested, cICP(12, 13)], plain],
  'cICP, and gAMA before': [[gAMA(1), suggested, cICP(12, 13)], '229 168 122'],
};

// As Chromium 156 draws them.
test.each(Object.entries(palettes))(
  'shows a PNG with a palette before %s like a browser',
  async (_, given) => {
    const [chunks, wanted] = given;
    const files = [8, 16].map((depth) => pngOf(color, { type: 'rgb', depth: depth as 8, chunks }));
    expect(await farthest(files, rgbOf(wanted))).toBeLessThanOrEqual(1);
  },
);

test('counts no damaged chunk about colours', async () => {
  const files = [
    damaged('gAMA', gAMA(1)),
    damaged('iCCP', p3Profile),
    damaged('cICP', cICP(12, 13)),
    damaged('cICP', cICP(12, 13), sRGB, gAMA(1)),
  ];
  expect(await farthest(files, color)).toBeLessThanOrEqual(1);
  expect(await farthest([damaged('sRGB', sRGB, gAMA(1))], [229, 168, 122])).toBeLessThanOrEqual(1);
});

/** The same of a grey of 128. By hand: (128 / 255) ** 1.8 is 0.289 of the light, which sRGB writes as 146. */
const drawnGrey: Readonly<Record<string, readonly [ColorChunks, number]>> = {
  nothing: [[], 128],
  'a profile of sRGB’s curve': [[iCCP(grayProfile('srgb'))], 128],
  'a profile of gamma 1.8': [[iCCP(grayProfile(1.8))], 146],
  'a profile of linear light': [[iCCP(grayProfile(1))], 188],
  'a profile for colours': [[proPhoto], 146],
  'gAMA 1': [[gAMA(1)], 188],
  'gAMA 1 and cHRM of P3': [[gAMA(1), p3], 188],
  'cICP of P3': [[cICP(12, 13)], 128],
  'cICP of linear light': [[cICP(1, 8)], 188],
};

test.each(Object.entries(drawnGrey))(
  'shows a grey PNG with %s like a browser',
  async (_, given) => {
    const [chunks, wanted] = given;
    const files = allKinds([128, 128, 128], 'grey', chunks);
    expect(await farthest(files, [wanted, wanted, wanted])).toBeLessThanOrEqual(1);
  },
);

test('shows a grey JPEG with a profile for colours like a browser', async () => {
  const create = { width: 16, height: 16, channels: 3, background: '#808080' } as const;
  const grey = await sharp({ create }).toColourspace('b-w').jpeg({ quality: 100 }).toBuffer();
  const file = jpegWithProfile(grey, rgbProfile('ProPhoto', 1.8));

  expect((await sharp(file).metadata()).channels).toBe(1);
  expect(await farthest([file], [146, 146, 146])).toBeLessThanOrEqual(1);
});

async function rgba(file: Buffer): Promise<number[]> {
  const { picture } = await openPicture(file, await sharp(file).metadata());
  return [...(await picture.ensureAlpha().raw().toBuffer()).subarray(0, 4)];
}

// As Chromium 156 draws them.
test('shows the last colour of a palette where a pixel has a number that it lacks', async () => {
  for (const number of [0, 1, 255]) {
    const file = pngOf(color, { type: 'palette', number });
    const translucent = pngOf(color, {
      type: 'palette',
      number,
      chunks: [gAMA(2.2), ['tRNS', Buffer.from([128])]],
    });
    const converted = pngOf(color, { type: 'palette', number, chunks: [gAMA(1)] });
    expect(await rgba(file), `${number}`).toEqual([...color, 255]);
    expect(await rgba(translucent), `${number}`).toEqual([...color, 128]);
    expect(await farthest([converted], [229, 168, 122]), `${number}`).toBeLessThanOrEqual(1);
  }
});

test('leaves the palette that a coloured picture suggests, and its transparent colour', async () => {
  const key = ['tRNS', Buffer.from(color.flatMap((value) => [0, value]))] as const;

  expect(await rgba(pngOf(color, { type: 'rgb', chunks: [suggested, key] }))).toEqual([
    ...color,
    0,
  ]);
});

test.each([
  ['PQ', 16, [0, 9, 48, 132, 213, 255]],
  ['HLG', 18, [0, 21, 57, 99, 135, 255]],
] as const)('shows %s, for brighter screens, on a usual one', async (_, transfer, wanted) => {
  const greys = [0, 40, 80, 128, 160, 255];
  const seen = greys.map((grey) =>
    pixel(pngOf([grey, grey, grey], { type: 'rgb', chunks: [cICP(9, transfer)] })),
  );
  // As Chromium 156 draws them.
  for (const [place, [red = 0, green = 0, blue = 0]] of (await Promise.all(seen)).entries()) {
    expect(Math.abs(red - (wanted[place] ?? 0))).toBeLessThanOrEqual(2);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(1);
  }
});

/** As Chromium 156 draws them on a screen for sRGB, read from a picture of its page. */
const drawnHdr: Readonly<Record<string, readonly [ColorChunks, readonly string[]]>> = {
  'PQ of BT.2020': [
    [cICP(9, 16)],
    [
      '160 0 0 → 255 0 0',
      '0 160 0 → 0 226 0',
      '0 0 160 → 0 0 224',
      '128 40 40 → 166 0 0',
      '40 40 128 → 0 3 139',
      '60 60 200 → 0 0 255',
      '150 120 100 → 229 98 66',
      '120 96 80 → 135 62 42',
    ],
  ],
  'PQ of Display P3': [
    [cICP(12, 16)],
    [
      '160 0 0 → 247 0 0',
      '40 128 40 → 0 135 0',
      '60 60 200 → 10 10 255',
      '150 120 100 → 206 109 67',
    ],
  ],
  'PQ with its brightest pixel': [
    [cICP(9, 16), mDCV(4000), cLLI(400)],
    [
      '128 40 40 → 204 0 0',
      '40 40 128 → 0 5 171',
      '128 128 128 → 163 163 163',
      '120 96 80 → 166 78 54',
    ],
  ],
  'PQ that is darker than paper': [
    [cICP(9, 16), cLLI(150)],
    ['40 128 40 → 0 192 0', '120 96 80 → 185 88 61'],
  ],
  'PQ that doesn’t know its brightest pixel': [[cICP(9, 16), cLLI(0)], ['120 96 80 → 135 62 42']],
  'HLG of BT.2020': [
    [cICP(9, 18)],
    [
      '160 0 0 → 151 0 0',
      '0 160 0 → 0 138 0',
      '0 0 160 → 0 0 110',
      '60 60 200 → 0 39 178',
      '200 60 60 → 230 0 39',
      '150 120 100 → 132 90 76',
    ],
  ],
  'HLG of sRGB’s colours': [
    [cICP(1, 18)],
    ['160 0 0 → 117 0 0', '60 200 60 → 51 200 51', '150 120 100 → 118 93 78'],
  ],
};

test.each(Object.entries(drawnHdr))('keeps the hues of %s', async (_, [chunks, colors]) => {
  for (const pair of colors) {
    const [given, wanted] = pair.split(' → ').map(rgbOf) as [Rgb, Rgb];
    const files = [
      pngOf(given, { type: 'rgb', chunks }),
      pngOf(given, { type: 'rgb+alpha', depth: 16, chunks }),
    ];
    expect(await farthest(files, wanted), pair).toBeLessThanOrEqual(2);
  }
});

test('shows a grey PNG for brighter screens as one of three channels', async () => {
  for (const [transfer, wanted] of [
    [16, 132],
    [18, 99],
  ] as const) {
    const files = allKinds([128, 128, 128], 'grey', [cICP(9, transfer)]);
    expect(await farthest(files, [wanted, wanted, wanted])).toBeLessThanOrEqual(2);
  }
});

const isHdr = async (...chunks: ColorChunks) => {
  const file = pngOf(color, { type: 'rgb', chunks });
  return (await openPicture(file, await sharp(file).metadata())).isHdr;
};

test('knows an HDR picture', async () => {
  expect(await Promise.all([isHdr(cICP(9, 16)), isHdr(cICP(9, 18))])).toEqual([true, true]);
  const others = [isHdr(), isHdr(cICP(9, 1)), isHdr(cICP(9, 16, 0, 0)), isHdr(proPhoto)];
  expect(await Promise.all(others)).toEqual([false, false, false, false]);
});

test.each(['png', 'jpeg', 'webp'] as const)('turns a %s as browsers do', async (format) => {
  const create = { width: 40, height: 20, channels: 3, background: '#336699' } as const;
  const file = await sharp({ create }).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
  const { picture, isUnturned } = await openPicture(file, await sharp(file).metadata());
  const { info } = await picture.raw().toBuffer({ resolveWithObject: true });
  // Chromium, Firefox and Safari don't read the orientation of a WebP.
  expect([info.width, info.height]).toEqual(format === 'webp' ? [40, 20] : [20, 40]);
  expect(isUnturned).toBe(format === 'webp');
});

test('reads a damaged PNG no further than it goes', async () => {
  const file = pngOf(color, { type: 'rgb', chunks: [gAMA(1), cICP(12, 13)] });
  const head = await sharp(file).metadata();
  for (let length = 0; length < file.length; length += 1) {
    await openPicture(file.subarray(0, length), head).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Error);
    });
  }
});

test('lets others have their turns while it gives a large file a profile', async () => {
  const small = pngOf(color, { type: 'rgb', chunks: [gAMA(1)] });
  const file = Buffer.concat([small, Buffer.alloc(5_000_000)]);
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await pngColor(file);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(5);
});

test('reads no further than the first ten thousand chunks of a PNG', () => {
  const file = pngOf(color, { type: 'rgb' });
  const empty = pngChunk('teSt', Buffer.alloc(0));
  const parts = Array.from({ length: 20_000 }, () => empty);
  const long = Buffer.concat([file.subarray(0, 33), ...parts, file.subarray(33)]);
  expect([...chunksBeforePixels(long)].length).toBe(10_000);
});
