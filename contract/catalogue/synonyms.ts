const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** What is printed with a pattern that repeats. */
const printed = [
  'fabric',
  'cotton',
  'cloth',
  'quilt',
  'wallpaper',
  'wrapping paper',
  'bedding',
  'textile',
];

/**
 * Groups of words that searches treat as equal. A phrase matches if all its words are there. Plurals need no
 * entry, nor do British spellings (`stem.ts`). The studio adds groups of its own in its settings.
 */
export const baseSynonyms: readonly (readonly string[])[] = [
  ['christmas', 'xmas', 'noel', 'yuletide'],
  ['halloween', 'all hallows eve', 'spooky'],
  ['valentine', 'valentines day', 'sweetheart'],
  ['mothers day', 'mum', 'mom', 'mother', 'mommy', 'grandma', 'granny'],
  ['fathers day', 'dad', 'father', 'daddy', 'grandpa', 'grandad'],
  ['new year', 'new years eve', 'nye'],
  ['clover', 'shamrock', 'st patricks day', 'irish'],
  ['hanukkah', 'chanukah'],
  ['day of the dead', 'dia de los muertos', 'dia de muertos', 'sugar skull'],
  ['school', 'teacher', 'classroom', 'back to school', 'educational'],
  ['fourth of july', '4th of july', 'independence day', 'patriotic'],
  ['baby', 'newborn', 'infant', 'nursery'],
  ['kid', 'child', 'toddler', 'childrens', 'nursery', 'year old', 'grandchild'],
  ['girl', 'girly', 'girlish', 'daughter', 'granddaughter', 'niece'],
  ['boy', 'boyish', 'son', 'grandson', 'nephew'],
  ['boho', 'bohemian', 'hippie'],
  ['retro', 'mid century', 'mid century modern', 'midcentury', 'seventies', '70s', '60s', 'groovy'],
  ['vintage', 'retro', 'antique', 'old fashioned'],
  ['wedding', 'bridal', 'bride', 'bridal shower'],
  ['farmhouse', 'country', 'cottage', 'cottagecore'],
  ['tropical', 'jungle', 'hawaiian'],
  ['woodland', 'forest', 'woods'],
  ['sea', 'ocean', 'marine', 'nautical', 'underwater', 'under the sea'],
  ['beach', 'seaside', 'coastal', 'shore'],
  ['sky', 'heavens'],
  ['space', 'galaxy', 'outer space', 'cosmos', 'astronomy'],
  ['celestial', 'night sky', 'starry'],
  ['animal', 'creature', 'critter', 'wildlife'],
  ['western', 'cowboy', 'cowgirl', 'rodeo', 'wild west'],
  ['leopard', 'cheetah'],
  ['camouflage', 'camo'],
  ['boat', 'ship', 'sailboat', 'sailing', 'yacht'],
  ['bunny', 'rabbit', 'hare'],
  ['cat', 'kitten', 'kitty'],
  ['dog', 'puppy', 'pup'],
  ['horse', 'pony', 'foal'],
  ['sheep', 'lamb'],
  ['cow', 'cattle', 'highland cow'],
  ['chick', 'chicken', 'hen'],
  ['deer', 'fawn', 'stag', 'reindeer'],
  ['dinosaur', 'dino', 'tyrannosaurus', 't rex'],
  ['ladybird', 'ladybug'],
  ['bee', 'bumblebee', 'honeybee'],
  ['bug', 'insect', 'creepy crawly'],
  ['mushroom', 'toadstool', 'fungus', 'shroom'],
  ['flower', 'floral', 'blossom', 'bloom', 'botanical'],
  ['leaf', 'foliage', 'greenery'],
  ['pine', 'fir', 'spruce', 'evergreen', 'conifer', 'pine cone', 'pinecone'],
  ['forget me not', 'forgetmenot'],
  ['ditsy', 'ditzy', 'small flowers', 'tiny flowers', 'calico', 'micro floral'],
  ['cactus', 'succulent'],
  ['check', 'gingham', 'checked', 'checkered', 'checkerboard', 'vichy'],
  ['plaid', 'tartan', 'buffalo plaid', 'buffalo check', 'lumberjack'],
  ['houndstooth', 'dogtooth', 'hounds tooth', 'tweed'],
  ['stripe', 'striped', 'stripy'],
  ['dot', 'dotted', 'spot', 'spotted', 'polka dot'],
  ['zigzag', 'zig zag', 'chevron', 'herringbone'],
  ['toile', 'toile de jouy', 'chinoiserie'],
  ['paisley', 'bandana'],
  ['argyle', 'harlequin', 'diamonds'],
  ['damask', 'brocade', 'baroque'],
  ['ikat', 'tie dye', 'shibori'],
  ['fair isle', 'nordic', 'scandinavian', 'norwegian'],
  ['terrazzo', 'speckled'],
  ['arch', 'arches'],
  ['ticking', 'pinstripe', 'candy stripe'],
  ['geometric', 'geo'],
  ['knit', 'knitted', 'knitting'],
  ['scallop', 'scalloped', 'fish scale', 'mermaid scale'],
  ['watercolor', 'painted', 'gouache'],
  ['line art', 'lineart', 'line drawing'],
  ['minimal', 'minimalist', 'simple', 'plain'],
  ['cute', 'kawaii', 'whimsical', 'adorable'],
  ['blender', 'basic', 'coordinate'],
  ['clip art', 'clipart', 'png', 'sublimation'],
  ['logo', 'branding', 'brand kit'],
  ['seamless', 'repeat', 'repeating', 'pattern', ...printed],
  ['pastel', 'soft colors'],
  ['rainbow', 'multicolor', 'colorful'],
  ['navy', 'dark blue'],
  ['turquoise', 'aqua'],
  ['purple', 'violet'],
  ['lilac', 'lavender', 'mauve'],
  ['gold', 'golden'],
  ['cream', 'ivory', 'ecru'],
  ['ice cream', 'icecream', 'gelato', 'popsicle', 'ice lolly'],
  ['candy', 'sweets', 'lollipop'],
  ['cake', 'dessert', 'pastry', 'patisserie', 'bakery'],
  ['cupcake', 'muffin'],
  ['cookie', 'biscuit'],
  ['teapot', 'tea party'],
  ['coffee', 'cafe', 'latte'],
  ['autumn', 'fall'],
  ['winter', 'wintry', 'snow', 'snowy'],
  ['rocket', 'spaceship', 'rocket ship'],
  ['car', 'automobile'],
  ['camper', 'caravan', 'camping'],
  ['hot air balloon', 'air balloon'],
  ['circus', 'big top', 'carnival', 'funfair'],
  ['fairy tale', 'fairytale', 'castle'],
  ['ghost', 'boo'],
  ['gift', 'present'],
  ['sleep', 'sleepy', 'sleeping', 'asleep', 'nap'],
  ['heart', 'love'],
];

/**
 * A broad word also finds designs of each narrower one, but not the other way round. Narrower words that no design has
 * are listed as well: a search for a moose is no mistyped mouse.
 */
export const narrowerWords: Readonly<Record<string, readonly string[]>> = {
  holiday: ['christmas', 'halloween', 'easter', 'hanukkah', 'valentine', 'thanksgiving'],
  animal: words(`
    fox bear owl bunny cat dog deer hedgehog squirrel horse sheep cow penguin snail turtle dinosaur elephant lion
    giraffe alpaca armadillo badger beaver camel crocodile donkey frog goat gorilla hamster hippo kangaroo koala lizard
    llama mole monkey moose mouse otter panda pig raccoon rhino skunk sloth snake tiger tortoise wolf zebra
  `),
  plaid: ['gingham', 'check', 'houndstooth'],
  houndstooth: ['check', 'plaid', 'herringbone'],
  bird: words(`
    owl penguin chick robin swan duck flamingo parrot bluebird cardinal crane crow eagle goose heron hummingbird lark
    lovebird ostrich peacock pelican puffin raven rooster sparrow toucan turkey
  `),
  bug: words(
    `bee butterfly ladybird snail dragonfly caterpillar ant beetle cricket firefly moth spider`,
  ),
  flower: words(`
    daisy rose poppy tulip sunflower peony lavender wildflower anemone bluebell camellia carnation chrysanthemum daffodil
    dahlia dandelion hibiscus hydrangea iris jasmine lily lotus magnolia marigold orchid pansy snowdrop thistle zinnia
  `),
  meadow: ['wildflower', 'field'],
  western: ['southwestern'],
  fruit: words(`
    strawberry lemon cherry pear watermelon apple peach berry avocado banana blackberry blueberry coconut fig grape
    grapefruit kiwi mango pineapple pomegranate raspberry
  `),
  vegetable: words(
    `artichoke beet cabbage carrot corn garlic mushroom onion pea potato pumpkin radish tomato turnip`,
  ),
  food: [
    'toast',
    'cupcake',
    'ice cream',
    'jam',
    'pizza',
    'sushi',
    ...words(`bread burger cheese donut noodle pancake pasta popcorn ramen sandwich taco waffle`),
  ],
  vehicle: words(`
    car truck train tractor caravan rocket boat airplane ambulance bicycle bike bus digger excavator helicopter
    motorcycle scooter submarine
  `),
  toy: ['pinwheel', 'kite', 'teddy', 'blocks', 'doll', 'robot'],
  weather: ['rain', 'cloud', 'rainbow', 'sun', 'puddle', 'snow'],
  monster: words(`ghost mummy skeleton skull vampire witch zombie`),
  music: words(`drum guitar piano trumpet ukulele violin`),
  sport: words(`ballet baseball basketball football golf hockey skateboard soccer surfing tennis`),
  jewelry: words(`crystal diamond gem pearl`),
  book: words(`bookshelf library novel reading`),
  blue: ['navy', 'teal', 'turquoise', 'aqua'],
  green: ['sage', 'emerald'],
  red: ['crimson', 'scarlet', 'burgundy'],
  pink: ['blush', 'fuchsia', 'magenta'],
  orange: ['rust', 'terracotta'],
  'sea creature': words(`
    whale octopus fish turtle starfish crab dolphin clownfish jellyfish lobster narwhal orca seahorse seal shark shrimp
    squid stingray
  `),
};
