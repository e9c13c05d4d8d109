import type { Product } from '#contract/shop/product.ts';
import { makeProduct } from './arbitrary-products.ts';

/** What a design of the judged catalogue is, apart from the text of its listing. */
export interface JudgedDesign {
  readonly product: Product;
  /** What it mainly shows. */
  readonly subject: readonly string[];
  /** What else can be seen in it. */
  readonly beside: readonly string[];
  readonly occasion: readonly string[];
  readonly style: readonly string[];
  readonly color: readonly string[];
}

const categoryNames: Readonly<Record<string, string>> = {
  pat: 'Seamless Patterns',
  clip: 'Clip Art PNGs',
  kit: 'Logo & Branding Kits',
  ani: 'Animal Friends',
  gar: 'Garden & Florals',
  sea: 'Sea & Sky',
  tre: 'Treats & Toys',
  hol: 'Holidays',
};

/**
 * title | subject | beside | occasion | style | color | categories | designer | story. A `-` before the
 * title: the studio has entered no keywords.
 */
const rows = `
Foxglove Nap | fox | foxglove, berry, toadstool | baby | whimsical | rust, green | pat ani | c | Five little foxes have eaten too many berries and curled up under the toadstools.
One Sleepy Fox | fox | moon | baby | cute | orange, cream | clip ani | j | A fox asleep on its own tail.
-Fox Check | fox | gingham | | | orange | pat ani | j | Foxes in a neat little check.
Forest Neighbours | fox, hedgehog, owl | mushroom, leaf | baby | woodland | brown, green | clip ani | j | Everybody who lives behind the oak.
Hedgehog Garden Club | hedgehog | owl, squirrel, flower | | whimsical | brown, green | pat ani | j | One hedgehog, one owl, one squirrel and a very full agenda.
-Prickly Picnic | hedgehog | strawberry | | | brown, red | pat ani | c | Hedgehogs share a basket of strawberries.
Night Owls Only | owl | star, moon | baby | whimsical | navy, gold | pat ani sea | c | Owls who would rather not get up.
Barn Owl Ballet | owl | | | watercolor | white, brown | pat ani | c | White wings over a quiet barn.
Who Lives Here | house | cat, owl, bunny, cactus | | retro | teal, mustard | pat ani | c | Arched windows, each with somebody looking out.
Bears in Good Jumpers | bear | argyle | winter | retro | red, green | pat ani | j | A proper argyle with a bear in every other diamond.
Teddy Bear Parade | bear | toy, balloon | baby, birthday | cute | brown, pastel | clip ani tre | c | Six teddies and a drum.
Cat Café | cat | coffee, cake | | kawaii | pink, brown | pat ani | c | Cats who take their time over a flat white.
Kitten Yoga | cat | | | cute | gray, pink | clip ani | j | Twelve kittens, twelve stretches.
Puppy Picnic Check | dog | gingham | | cute | red, white | pat ani | j | Puppies on a picnic rug.
A Very Good Puppy | dog | | | cute | brown | clip ani | c | He has been very good.
Lambs on Patchwork Hill | sheep | patchwork, hill | easter, baby | farmhouse | pastel, green | pat ani | c | Lambs asleep on fields sewn together.
Counting Sheep | sheep | star, cloud | baby | cute | navy, white | pat ani sea | c | Sheep over a fence, in order.
Highland Heather | cow | heather, flower | | farmhouse | purple, brown | pat ani | j | Shaggy highland cows in the heather.
Pony Daydream | horse | cloud, rainbow | birthday | whimsical | pastel, pink | pat ani | c | Ponies who think of clouds.
Pony, Probably Mythical | unicorn | star, rainbow | birthday, girl | whimsical | pastel, pink | clip ani | c | There is something on her forehead.
Horned and Glittery | unicorn | heart | birthday, girl | cute | purple, pink | pat ani | j | Unicorns with more hearts than sense.
Deer at First Frost | deer | snow, pine | christmas, winter | woodland | blue, white | pat ani hol | j | Deer step out on the first frost.
Squirrel Savings Bank | squirrel | acorn, leaf | autumn | whimsical | rust, brown | pat ani | c | Every acorn is written down.
Bunny Post | bunny | letter, flower | easter | whimsical | pastel, pink | pat ani hol | c | Rabbits carry the spring letters.
Hop, Skip & Daisy | bunny | daisy | easter, baby | cute | green, white | pat ani gar | c | Bunnies through a meadow of daisies.
Dinosaurs After Breakfast | dinosaur | leaf | birthday, boy | cute | green, orange | pat ani | j | They have eaten and are in a good mood.
Dinosaur Roll Call | dinosaur | | birthday, boy | cute | green, blue | clip ani | c | Eight of them, all present.
Three Horn Stripe | dinosaur | stripe | boy | retro | teal, mustard | pat ani | j | Triceratops nose to tail in rows.
Sky Lizards | dinosaur | cloud | boy | retro | blue, rust | pat ani sea | j | Pterodactyls, flying home.
Turtles, No Rush | turtle | wave | | whimsical | green, teal | pat sea ani | j | Turtles who will be there when they are there.
Snail Mail | snail | letter, leaf | | whimsical | brown, green | pat ani gar | c | It comes when it comes.
Elephant Umbrella | elephant | rain, umbrella | baby | cute | gray, yellow | pat ani | c | One umbrella, one elephant, not enough umbrella.
Lion Takes a Bow | lion | circus | birthday | retro | gold, red | clip ani tre | j | The crowd goes wild.
Flamingo Hour | flamingo | palm, sunset | summer | tropical | pink, teal | pat ani | j | On one leg until dark.
Penguin Knitting Circle | penguin | yarn, scarf | christmas, winter | whimsical | navy, red | pat ani hol | j | They knit because it is cold.
Bee Line | bee | flower, stripe | | whimsical | yellow, black | pat gar ani | c | Bees who know where they are going.
Honey Co-op | bee | honeycomb, honey | | geometric | gold, cream | pat gar | j | Hexagons, shared fairly.
Ladybird Lunch | ladybird | leaf | | cute | red, green | pat gar ani | j | Ladybirds eat in rows.
Flutterby | butterfly | flower | girl | watercolor | pastel, lilac | pat gar ani | c | Butterflies with nowhere to be.
Midnight Moths | moth, moon | star | halloween | celestial | navy, gold | pat ani sea | j | Moths around a paper moon.
Toadstool Town Hall | mushroom | house, snail | autumn | whimsical, woodland | red, white | pat gar | j | The mayor lives under the biggest cap.
Mushroom Market | mushroom | basket, leaf | autumn | cottagecore | brown, rust | pat gar | c | Chanterelles, ceps and gossip.
-Fungi Study Sheet | mushroom | | | vintage | brown | clip gar | c | Twelve toadstools and mushrooms, labelled in Latin.
Kicking Leaves | leaf | boot | autumn | cozy | rust, gold | pat hol gar | c | The whole pile, gone.
Leaf Litter | leaf | acorn | autumn | blender | green, brown | pat gar | j | Small leaves for big quilts.
Maple Weekend | leaf | | autumn, thanksgiving | watercolor | red, orange | pat gar | c | Maple leaves as they fall.
Monstera Holiday | leaf | palm | summer | tropical | green, teal | pat gar | j | Jungle leaves as large as plates.
Daisy Chain Reaction | daisy | | | retro | yellow, white | pat gar | c | It began with one daisy.
Oopsy | daisy | bee | | ditsy | blue, white | pat gar | j | Tiny daisies, tossed.
Poppy Post | poppy | letter | | vintage | red, cream | pat gar | j | Poppies pressed between letters.
Tulips by the Dozen | tulip | | easter, mothers day | folk | pink, red | pat gar | c | Twelve to a bunch.
Rambling Rosie | rose | trellis | valentines day, wedding | vintage | pink, green | pat gar | c | Roses that climb over everything.
Rose Window | rose | | wedding | watercolor | blush, gold | clip gar | c | Loose roses for invitations.
Lavender Letters | lavender | letter | mothers day | cottagecore | lilac, cream | pat gar | c | Lavender, tied and sent.
Sunflower Standing Order | sunflower | bee | | farmhouse | yellow, brown | pat gar | j | They all look the same way.
Midnight Trellis | flower | trellis | | moody | navy, blush | pat gar | c | Blooms that open after dark.
Ditsy Hour | flower | | girl | ditsy | pastel, pink | pat gar | c | Very small flowers for very small dresses.
Seventies Sitting Room | flower | | | retro, boho | orange, brown | pat gar | j | The sofa everybody remembers.
Wildflower Verge | flower | butterfly, poppy | | boho | cream, rust | pat gar | c | Nobody mowed, and look.
Rowan & Rue | berry | leaf | autumn | folk | red, green | pat gar | j | Rowan berries in folk order.
Berry Crumbs | berry | dot | | blender | red, cream | pat tre | c | What is left of the tart.
Cactus Club | cactus | | | boho | green, terracotta | pat gar | j | Members only.
Succulent Shelf | cactus | pot | | watercolor | green, gray | clip gar | c | Hens and chicks, aloes, in pots.
Macrame Morning | rainbow | arch, tassel | baby | boho | terracotta, cream | pat | c | Arches in clay and sand.
Boho Sun Arches | sun | arch | baby | boho | terracotta, mustard | clip sea | c | Suns for a calm nursery.
Desert Bandana | paisley | sun | | boho | rust, cream | pat | j | Paisley with dust on it.
Pumpkin Playgroup | pumpkin | leaf | halloween, autumn | cute | orange, green | pat hol | c | Small pumpkins, big feelings.
Pumpkin with Manners | pumpkin | hat | halloween, thanksgiving | whimsical | orange, black | clip hol | j | He takes his hat off.
The Boo Crew | ghost | pumpkin, bat | halloween | cute | black, orange | pat hol | j | Ghosts who are only here for the sweets.
Bat Nap | bat | moon | halloween | cute | purple, black | pat hol | c | Upside down and snoring.
Witch Way | witch | hat, broom, cat | halloween | whimsical | purple, green | clip hol | c | Everything she needs, but directions.
Gingerbread Row | gingerbread | house, candy | christmas | cozy | brown, red | pat hol tre | j | A street that smells of cinnamon.
Snowman Social | snowman | snow, scarf | christmas, winter | cute | blue, white | pat hol | c | Carrots are lent freely.
Candy Cane Twirl | candy cane | stripe | christmas | retro | red, white | pat hol tre | j | Stripes that go round.
Tree Farm Saturday | pine | truck, snow | christmas | farmhouse | red, green | pat hol | c | The truck takes the tree home.
Fairy Lights, Tangled | lights | | christmas | cozy | navy, rainbow | pat hol | j | Again.
Winter Window Set | window | snow, candle | christmas, winter | cozy | blue, gold | clip hol | j | What is seen from the warm side.
-Santa's Socks | sock | | christmas | | red, green | pat hol | c | Christmas stockings hung in a row.
Snow Lace | snowflake | | winter | blender | blue, white | pat hol | c | No two repeats alike, well, one.
Eight Bright Candles | menorah | star | hanukkah | watercolor | blue, gold | pat hol | j | Eight nights of light.
Sweetheart Sorting Office | heart | letter | valentines day | retro | red, pink | pat hol | c | All of it addressed to you.
Conversation Hearts | heart | candy | valentines day | cute | pastel, pink | clip hol tre | j | They say what they mean.
Egg Hunt Morning | egg | bunny, flower | easter | cute | pastel, yellow | pat hol | c | Under the third tulip.
Birthday, Whose Birthday | balloon | cake, candle | birthday | retro | rainbow | pat hol tre | j | Everybody blows at once.
Stars on the Porch | star | flag, stripe | fourth of july | farmhouse | red, navy | pat hol | c | Bunting, lemonade, fireworks later.
Lucky Clover Lane | clover | | st patricks day | ditsy | green, cream | pat hol gar | c | Four leaves, now and then.
Whale, Hello There | whale | wave | baby | whimsical | navy, white | pat sea ani | j | They wave back.
A Whale to Keep | whale | | baby | watercolor | blue | clip sea ani | c | One blue whale, life size if you have the paper.
Seven Small Seas | boat | wave, whale | boy | nautical | navy, red | pat sea | j | Paper boats on all of them.
Octopus Tea Dance | octopus | teapot | | whimsical | teal, coral | pat sea ani | c | Four partners at once.
Clownfish Commute | fish | coral | | cute | orange, teal | pat sea ani | j | Every morning, same anemone.
Low Tide Pockets | shell | starfish, crab | summer | watercolor | cream, coral | pat sea | c | What comes home in pockets.
Mermaid Roof Tiles | scallop | | girl | blender | teal, lilac | pat sea | c | Scales, laid by a roofer.
Mermaid Homework | mermaid | shell, fish | girl, birthday | whimsical | teal, purple | clip sea | c | She would rather swim.
Things That Float Set | boat | duck, balloon | baby | cute | blue, yellow | clip sea tre | j | Tested in the bath.
Hush Now, Moon | moon | star, cloud | baby | celestial | navy, gold | pat sea | c | The moon, nearly asleep.
Moon in a Nightcap | moon | | baby | cute | yellow, navy | clip sea | j | He can't find his slippers.
Moon Phase Diary | moon | | | boho, celestial | black, gold | pat sea | c | A month on one page.
Join the Stars | star | | | blender, celestial | navy, white | pat sea | j | Lines between dots in the dark.
Rocket Bedtime | rocket | star, planet | boy, birthday | retro | navy, red | pat sea tre | j | Countdown, teeth, lights out.
Planet Parade | planet | star, rocket | boy | watercolor | purple, blue | clip sea | c | Eight of them, and Pluto.
Rainbow After Lunch | rainbow | cloud, rain | baby | cute | rainbow, pastel | pat sea | c | It rained until one.
Rainbow, Hardly Used | rainbow | | birthday | cute | rainbow | clip sea | j | One careful owner.
Sunny Side Up | sun | cloud | baby | cute | yellow, blue | pat sea | c | The sun with its best face.
Puddle Forecast | rain | puddle, boot | | cute | blue, yellow | pat sea | j | Boots recommended.
Up, Over & Home for Tea | balloon | cloud | baby | whimsical | pastel, blue | pat sea | c | Hot air balloons and not much wind.
Kite Weather | kite | cloud | | cute | blue, red | pat sea tre | j | Hold on.
Strawberry Social | strawberry | flower | summer | cottagecore | red, pink | pat tre gar | c | With cream, at four.
Strawberry Moon | strawberry, moon | | summer | celestial | red, navy | pat tre sea | j | The June moon, ripe.
Lemonade Stand | lemon | leaf | summer | retro | yellow, blue | pat tre | j | Ten pence, refills free.
Lemon Grove Tile | lemon | tile | summer | mediterranean | yellow, blue | pat tre | c | From a kitchen in Amalfi.
Two Cherries Talking | cherry | | | retro | red, pink | pat tre | c | About the third.
Pears in Pairs | pear | | | folk | green, yellow | pat tre | j | Never one alone.
Watermelon Days | watermelon | | summer | cute | pink, green | pat tre | c | Seeds go in the garden.
Orchard Ladder | apple | leaf | autumn | farmhouse | red, green | pat tre | j | Apples, just out of reach.
Ice-Cream Van | ice cream | truck | summer | retro | pastel, pink | pat tre | j | You can hear it from here.
Cupcake Committee | cupcake | cherry | birthday | kawaii | pink, pastel | pat tre | c | All in favour of icing.
Corner Shop Sweets Set | candy | jar | | retro | rainbow | clip tre | c | A quarter of everything.
Teapot Tuesday | teapot | cup, flower | mothers day | vintage | blue, white | pat tre | j | Milk in second.
Toast, Obviously | toast | jam, butter | | kawaii | brown, yellow | pat tre | j | Both sides.
Jam Jar Lids | gingham | jam | | farmhouse, blender | red, white | pat tre | c | The cloth from the lids.
Pinwheel Fair | pinwheel | | | retro | rainbow | pat tre | c | All of them turn.
Big Top Tuesday | circus | lion, elephant | birthday | retro | red, cream | pat tre | j | Matinee at two.
Once Upon a Hill | castle | dragon, cloud | girl, boy | whimsical | purple, green | pat tre | c | A castle, a dragon, an understanding.
Slow Caravan | caravan | hill, flower | summer | retro | teal, cream | pat tre | j | Camping with the good cups.
Tractor School | tractor | field | boy | farmhouse | green, red | clip tre | j | First gear, second gear, hay.
Alphabet Soup | letters | | baby, school | retro | rainbow | pat tre | j | A to Z with croutons.
The Button Tin | button | | | vintage | cream, rainbow | pat | c | Nobody knows which coat.
Herringbone Lane | herringbone | | | blender, geometric | gray, cream | pat | j | Tweed you can print.
Sunday Knit | knit | | winter | cozy, blender | cream | pat | c | Cables, without the needles.
Picnic Rug Plaid | plaid | | | farmhouse, blender | red, green | pat | c | Crumbs included.
Gray Day Gingham | gingham | | | blender | gray, white | pat | j | A small check for linings.
Confetti Dots | dot | | birthday | blender | rainbow, white | pat | c | Spots thrown from a balcony.
Pastel Terrazzo | terrazzo | | | blender, modern | pastel | pat | j | A floor to wear.
Bakery Brand Kit | logo | whisk, cake | | farmhouse | cream, pink | kit | c | Logo, badge and tissue paper for a bakery.
Florist Logo Suite | logo | flower | wedding | watercolor | green, blush | kit | j | Logos, cards and stickers for a flower shop.
Moonlit Candle Labels | logo | moon, candle | | celestial | black, gold | kit | j | Labels and a logo for a candle maker.
Minimal Boutique Kit | logo | | | minimal | black, white | kit | c | One line, one letter, done.
`;

const list = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readRow(row: string, place: number): JudgedDesign {
  const parts = row.split('|').map((part) => part.trim());
  const [title = '', subject, beside, occasion, style, color, kinds = '', by, story = ''] = parts;
  const facts = {
    subject: list(subject),
    beside: list(beside),
    occasion: list(occasion),
    style: list(style),
    color: list(color),
  };
  const product = makeProduct({
    _id: place.toString(16).padStart(24, '0'),
    title: title.replace(/^-/, ''),
    sku: `PW-${String(place + 101).padStart(4, '0')}`,
    categories: kinds.split(' ').map((kind) => ({ _id: kind, name: categoryNames[kind] ?? '' })),
    designer: [by === 'c' ? 'Clementine Fox' : 'Juniper Moon'],
    salesCount: (place * 37) % 101,
    publishedAt: new Date(Date.UTC(2026, 0, 1 + ((place * 53) % 150))).toISOString(),
    description: `<p>${story}</p><ul><li>Seamless, 350 DPI</li></ul><p>Small handmade shops: sew it, print it and sell what you make.</p>`,
    keywords: title.startsWith('-')
      ? { motif: [], occasion: [], style: [], color: [] }
      : {
          motif: [...facts.subject, ...facts.beside],
          occasion: facts.occasion,
          style: facts.style,
          color: facts.color,
        },
  });
  return { product, ...facts };
}

/** Designs as a studio would list them, with what each one is. */
export const judgedCatalogue: readonly JudgedDesign[] = rows.trim().split('\n').map(readRow);
