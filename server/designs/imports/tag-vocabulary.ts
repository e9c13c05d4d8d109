/**
 * Vocabulary for the tags of other shops. All words are singular and lower case, as tags are compared; a word
 * in none of these lists is a motif.
 */

const list = (words: string) => words.split(',').map((word) => word.trim());

export const colorWords: ReadonlySet<string> = new Set(
  list(`amber, apricot, aqua, beige, black, blue, blush, bronze, brown, burgundy, burnt orange, caramel,
    charcoal, chocolate, cobalt, copper, coral, cream, crimson, cyan, denim, dusty rose, dusty pink,
    earth tone, earthy, ecru, emerald, forest green, fuchsia, gold, golden, gray, green, grey, hot pink,
    indigo, ivory, jade, khaki, lavender, lilac, lime, magenta, maroon, mauve, mint, mint green, multicolor,
    multicolour, multicolored, mustard, navy, navy blue, neutral, ochre, off white, olive, olive green,
    orange, peach, pink, plum, powder blue, purple, red, rose gold, royal blue, ruby, rust, sage,
    sage green, salmon, sand, scarlet, silver, sky blue, slate, tan, taupe, teal, terracotta, turquoise,
    vanilla, violet, white, wine, yellow, baby blue, baby pink`),
);

export const occasionWords: ReadonlySet<string> = new Set(
  list(`4th of july, advent, anniversary, april fools, autumn, baby, baby boy, baby girl, baby shower,
    back to school, bachelorette, baptism, birthday, birthday party, boy, boys room, bridal,
    bridal shower, children, chinese new year, christening, christmas, christmas eve, cinco de mayo,
    communion, day of the dead, diwali, earth day, easter, engagement, fall, father's day, fathers day,
    first birthday, fourth of july, gender reveal, girl, girls room, graduation, grandma, grandparents day,
    halloween, hanukkah, hen party, holiday, housewarming, independence day, kid, kids room, kindergarten,
    kwanzaa, lunar new year, mardi gras, memorial day, mother's day, mothers day, nursery, new baby,
    new year, new years eve, newborn, oktoberfest, party, passover, patriotic, playroom, pride, ramadan,
    retirement, school, season, spring, st patricks day, st patrick's day, summer, summertime,
    sympathy, teacher, teen, thanksgiving, toddler, valentine, valentine's day, valentines day, vacation,
    wedding, winter, wintertime, women, men, xmas, yule`),
);

export const styleWords: ReadonlySet<string> = new Set(
  list(`abstract, aesthetic, art deco, art nouveau, bauhaus, block print, blockprint, bohemian, boho, bold,
    botanical, buffalo check, buffalo plaid, cartoon, check, checkered, chevron, chic, chintz, chinoiserie,
    clean, coastal, collage, contemporary, cottage core, cottagecore, country, cute, cut paper,
    dainty, damask, dark academia, delicate, distressed, ditsy, dreamy, eclectic, elegant,
    ethnic, fair isle, farmhouse, flat, folk, folk art, funky, funny, geometric, gingham, girly, glitter,
    gothic, granny chic, groovy, grunge, hand drawn, hand painted, handdrawn, hippie, houndstooth, ikat,
    illustrated, illustration, impressionist, japandi, kawaii, line art, linen texture, loose, lowbrow,
    maximalist, mid century, mid century modern, minimal, minimalist, minimalism, modern, mosaic, muted,
    naive, nordic, nostalgic, old fashioned, ombre, organic, paisley, pastel, patchwork, plaid, playful,
    polka dot, pop art, preppy, primitive, quilted, rainbow bright, realistic, regency, retro, romantic,
    rustic, scandi, scandinavian, shabby chic, simple, sketch, soft, spooky cute, sporty, steampunk,
    stripe, striped, tartan, terrazzo, tie dye, traditional, tribal, tropical, ugly sweater, victorian,
    vintage, watercolor, watercolour, western, whimsical, windowpane, woodcut, y2k`),
);

/** Words about the product, the file or the licence, not about a particular design. */
export const noiseWords: ReadonlySet<string> = new Set(
  list(`seamless, seamless pattern, seamless repeat, seamless design, seamless file, seamless file digital,
    seamless paper, seamless tile, pattern, repeat, repeating pattern, repeat pattern, surface pattern,
    surface design, pattern design, design, digital, digital design, digital download, digital file,
    digital paper, digital pattern, digital product, digital art, digital print, digital fabric, download,
    instant download, printable, print, printed, print on demand, pod, png, png file, svg, svg file, jpg,
    jpeg, pdf, eps, psd, ai file, tiff, dxf, zip, file, vector, raster, bundle, kit, set, pack,
    collection, mockup, template, canva, procreate, photoshop, illustrator, cricut, silhouette,
    cut file, sublimation, sublimation design, sublimation file, dtf, htv, iron on, heat transfer,
    waterslide, tumbler, tumbler wrap, clipart, clip art, clip art png, graphic, graphics, art, artwork,
    image, picture, scrapbook, scrapbook paper, scrapbooking, wallpaper, background, texture, wrapping paper,
    gift wrap, fabric, fabric design, custom fabric, fabric by the yard, fabric file, knit fabric,
    cotton, quilting fabric, textile, textile design, commercial use, commercial, commercial license,
    commercial licence, personal use, limited commercial, license, licence, exclusive, non exclusive,
    unlimited, royalty free, small business, small shop, shop, store, handmade, gift, gift for her,
    gift idea, sale, new, best seller, bestseller, featured, trending, popular, high resolution, high res,
    hi res, high quality, transparent, transparent background, 300 dpi, 350 dpi, dpi, logo, logo design,
    branding, branding kit, logo kit, seamless patterns for fabric, craft, crafting, diy, sewing, other,
    misc, uncategorized, default, product, etsy, spoonflower, gumroad, shopify`),
);
