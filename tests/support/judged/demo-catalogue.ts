import type { Product } from '#contract/shop/product.ts';
import { demoStudio } from '#demo/studio.ts';
import { makeProduct } from '../arbitrary-products.ts';

/** The main colours of each design's first picture, as they were measured when the demo was drawn, by SKU. */
const measured = `
SC-001 45284aaec81482fdefdc1d873441b077531
SP-001 e3d5ef8eeb3c62f2cf6d2fffaf52db93741
SP-002 f2e3d448b9a762fdf8f02e6bb6a294aeb02
SP-003 f3e4d48a8b1923e6bb6a37d553c1cebaa51
SC-002 f7adbdaecd4c04fffdf61f27e991613d5d1
SP-004 fff8f087fd6c855d6fae2fec1cf177b7b61
SP-005 86b97355992583cadd932aacf8a2fdf9ed2
SP-006 24504a97fae8f27596812dd777b1ab7b5d1
SP-007 9ec1d186ea3be4fffcf529e65431ddc2aa1
SC-003 fad16bb67a3731ed8141188c0cf1e34a601
SP-008 208a8cbee606a1ffd46218e7bc21fb94531
SP-009 22345cbe3d7d21f9d77919284c21e98b821
SP-010 f3c98bacd78541c0583018f52341e1895c1
SP-011 f7b9cf4b79be04e0cedc3fffaf52d8689a1
SP-012 f2f0d994f815549161432e0ccb71af9f821
SP-013 5d997743f796747fb38a4ce404d1fef9ed1
SC-004 f9c74f8fffaf065c9e6b1e6dcd71fbe3ad1
SP-014 22345cae97f86178a2921fdf4de181b7a01
SP-015 efe3cfab963582ca473f1ca7e701d864591
SP-016 f6edffa79ae8a2f4a97d1fada7f1d4cfde1
SP-017 fad7818f7b93f5fff1c82bbdadd13f25401
SC-005 8cbf6dbdd5a5f2303d341fdfaed1b8d98e1
SC-006 cfe7f2ae8a8a61e449601fac45416ca68a1
SC-007 f2c9bcb6e9a792cd845c19aaead168866f1
SP-018 c9ecd9bdccdb71f27e981fefcf51bfa0db1
SC-008 d8493c47a8f3d4fff1d92f4a38c2e66f2c2
SP-019 fbeee0d4075661cf404e1ded0c81e49c9b1
SC-009 ff8fb192785772e2306b2fff7ef2fedb6f1
SC-010 d6ebf1b5294bc1336f98182b8d11b6d0da1
SC-011 c8e2e934086ad262a7c5291c7da277b8d12
SP-020 18606eab79be02f1616b1a489c51fab8ac1
SP-021 6cc5d6af27b3e1ef606b1f7c8611d66e401
SC-012 f2dfbfde7bba71d971601d99a5216f9ea31
SC-013 3a4a86bfbd8792fdf4df19a90ce1d3c9d71
SP-022 a9dcefbfefcf61f17e981fba97a1fddc7d1
SP-023 fdead5cfbc34b1edbdb61ed834517ebfd61
SC-014 2a1f4acfef2db1de527a184c1b91ee93651
SP-024 ef7d587fbc34c2ffe1ac2c2e3ed1ffd0c41
SC-015 fccc467fffaf04f6b73434f9fc418dbdcc1
SC-016 bfe9dfb448790191c5b018dae51150a88b1
SP-025 cdb8eab6193cf1fef9f41617eb717bb28b1
SC-017 f6c3c58f2a7ae4fffaf22e3485f15e9d6c1
SP-026 8fcfe0afbc34b35c9e6c1fbf8ef183b6c21
SP-027 f8acbc5fffdf64bfe8d84c898791f9c19c1
SC-018 fff2e64ffc2d23bfeee43ffe3992dcc6f42
SP-028 cdebdccd5315025e9f6e1b8ccc215885631
SP-029 b5485fad5cb6f4c2a04f1a8ae4d1f8d8861
SP-030 3aa6a0bee5b7025a9e6c1fefaef14126411
SP-031 7a4f86b9fd0e61f9dd8f1f5c1cf1d164941
SP-032 f7cf915f4a45e384bbd438cbf882abcfb71
SP-033 fff8eeb9cc5ca1f1c3b81fbc85e15b9e6b1
SC-019 bfe3eebe349601fff9ee1fbc34c14127411
SC-020 cab1e24aa8dd43e5d8f23f1c3d63d868991
SP-034 fbead498ebe86470bfae1698a631b3d4c21
SP-035 5d3a4f8d3493e295a05e1f1a18a16aa6a01
SP-036 fbf3e4c8c5a9b1e44a611f0824415b9e6c1
SP-037 e5eeddbeacdc92e34b601fac350181b1871
SC-021 2f2440aed862f2fcc94f1f1e3cf1deccbe1
SC-022 9a7fd0afff3dc34b2e752866fa61ebbbb61
SC-023 6b3f35bffdd8a1d6493c1e66f2c1a9a04c1
SP-038 f6c9c4ab47c544d7ada61cd424e1fefdfc1
SP-039 f7fbfc7d3e5ee6497a6b1c64b4d1686c871
SP-040 bfe6d3dfefefe1cf404e13f7a681f2c7661
SC-024 ecf5f77cf3f4d42f5f733676a851dfc6c91
SP-041 b8323fc53927e1afd1a419aaf90144766c1
SC-025 ffd2ddce2306c2fff7f01f4a3b61e5b8c81
SP-042 d2ece35fce8ad3e7d9f13f8c8d13fdfbf31
SP-043 16264acfbd87918fb8e31e87f86182b79f1
SP-044 f4ecdcca36a471dbccbe1e24b5f1f9c2521
SP-045 5290b8772a8c9385b8d63feffff2cfe4ee1
SP-046 d68a5d2e6bb6a28b9a7629c73542c0675a2
SP-047 a6303e8c83e4c4ede7ea14175651ffffff1
SP-048 2ca0a038fdbdf358b9bd3fff8e837cc68a3
SP-049 e1485e4f0803c35b9e6c2f9c24b27cc0d82
SP-050 e18f905f7f1e3491b09f3d7626b187837a1
SP-051 fffaf0afbc34e17cc0d81f0803c1e4485f1
SP-052 f8efe4c93aeb018b9a7619c73541e6bb6b1
SP-053 22345cffdf4df18fb8e31c2c0bb1fad7791
SP-054 24443ac629a731b0c6a618fbf861466d571
SP-055 45284acf2bc591a176ad1d8516b1fcefdd1
CA-001 8fc0a94c1d8c44ea7d3d4fffdf927f988e1
CA-002 6f9a6f8fcfaf92d2c2ac2a66b471e17f4b1
CA-003 8bcbd97bfdcdd33f86ad3ffffff175a1b51
CA-004 f7b6c45fad3d35fffcf51e1485f1f0803c1
CA-005 f6d49f6f3b95f5fffdfb1e48647165a2721
CA-006 90aece75f8fc429e65422dec3ad2fffdfb1
CA-007 c3dbaa8a8d08d2fffdf92e4495f1dba3a31
CA-008 fac3c96f79ab35e3495f1fffefd1fac0521
CA-009 3d4f8e9fbd8793fffefd29399b61998fd01
CA-010 6b4a855df6b2c5ae97b13ffffff16e733d1
CA-011 ca4f595d4777b3ffffff2e09d9b2ac7d5c1
CA-012 8dcadf6c2dee33fffcf828757951e44c5f1
CA-013 dbc8e08b79be04ffffff1d8679a19c7cb71
BK-001 fbd16965d3a4f4fffaf04fce0ab18d9a501
BK-002 fdf4df72d42706fad779122345c19a8fd01
BK-003 fffaf09f7c6c63f3aab12ca39521e349601
BK-004 fffaf073f86ad5c1dfe811f3b63192c5d81
BK-005 fff9ee9d641516405e481e6d5cb1e1a5a31
BK-006 3a8f864fffaf03a2d3cc281c3ba2cae8e12
BK-007 fffdf68cfe9f664a5f8f1f17e991c1c8d71
BK-008 fdf8f07e6dcc458091691b3604f15a6b4a1
BK-009 fff9ef8f3b48d65a9e6b1a451311e37a421
BK-010 fffaf557a4f9e4e4d6ee3d8c4ea2fbe0de1
BK-011 fdf0dd85d3a6364427491ec804717fa46b1
SC-026 d9f0eabfffdf62acd5e01f17f991fbdb7d1
SP-056 e8842fc4c395d1fcc84f18d63c41c4afb41
SP-057 fdf1b8bebd5c01fefcf5192cfae194d1e41
SP-058 8f1f3fae22f6b3f5a7ba1fef5e91dd89a01
SP-059 f2e3d0be6bb6b1c0675a1d58b6118c9a761
SP-060 fffdf8ac0a4d41e99aaa1edba821f2beb21
SP-061 f7f6efbbac5b62a0af9d1dbe0d518f9e891
SC-027 6091b0676b0c448dcad33acdbe124b7a991
`;

const swatches = new Map(
  measured
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [sku: string, swatches: string]),
);

const day = 86_400_000;

/** The demo's designs as a published catalogue. */
export const demoCatalogue: readonly Product[] = demoStudio.products.map((design, place) =>
  makeProduct({
    _id: place.toString(16).padStart(24, '0'),
    title: design.title,
    sku: design.sku,
    description: design.description,
    designer: [...design.designers],
    salesCount: design.salesCount,
    publishedAt: new Date(Date.UTC(2026, 0, 1) - design.publishedDaysAgo * day).toISOString(),
    categories: design.categories.map((name) => ({ _id: name, name })),
    keywords: design.keywords,
    swatches: swatches.get(design.sku.replace('PW-', '')) ?? '',
  }),
);
