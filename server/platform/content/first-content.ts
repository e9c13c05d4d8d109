import type { Content } from '#contract/studio/content.ts';

/** The first version of every section, before the studio publishes one of its own. */
export const firstContent: Content = {
  announcement: {
    text: 'New patterns land there first.',
    label: 'Come and join us',
    link: '',
    aloneText: 'New patterns land here first.',
    aloneLabel: 'Come and look',
  },
  hero: {
    sticker: 'Drawn by hand, 350 DPI',
    title: 'Patterns fresh off the line',
    text: 'Seamless patterns, clip-art PNGs and branding kits for small handmade shops and fabric shops. Pick a design, download it, start sewing.',
  },
  services: {
    title: 'Made to order',
    services: [
      {
        name: 'Logo design and branding kit',
        text: 'A face for your shop, drawn to match what you make.',
        parts: [
          'Logo in PNG and SVG',
          'Watermark',
          'Social covers',
          'Text-only logo',
          'Cards or stickers',
        ],
        drawing: 'branding',
      },
      {
        name: 'Custom seamless PNGs',
        text: 'A repeat made for your fabric, your theme, your little customers.',
        parts: ['Seamless PNGs at 350dpi', 'Unlimited revisions', 'Your palette or ours'],
        drawing: 'seamless',
      },
    ],
  },
  faq: {
    title: 'Frequently asked questions',
    // Some repeat the most important points for another question.
    entries: [
      {
        question: 'Do you take custom requests?',
        answer:
          'Yes, customs are taken depending on availability. The custom status on this page says whether we are open.',
        byMailAlone: '',
      },
      {
        question: 'How can I reach you?',
        answer: 'By e-mail or on social media. Both addresses are in the footer.',
        byMailAlone: 'By e-mail. Our addresses are in the footer.',
      },
      {
        question: 'Can fabric shops buy your designs?',
        answer:
          'Fabric shops may buy designs for commercial use. Please contact us for licensing before you print.',
        byMailAlone: '',
      },
      {
        question: 'What are the dimensions of a design?',
        answer:
          'Dimensions vary by product. Each design lists the size of its files, all of them at 350 DPI.',
        byMailAlone: '',
      },
      {
        question: 'When will customs open again?',
        answer:
          'Customs depend on availability, so we open for a few at a time. Sign up for updates and we’ll let you know.',
        byMailAlone: '',
      },
      {
        question: 'My file looks wrong. Who do I ask?',
        answer:
          'Write to us by e-mail or on social media with your order number, and we’ll fix it.',
        byMailAlone: 'Write to us by e-mail with your order number, and we’ll fix it.',
      },
      {
        question: 'I print fabric by the metre. Which licence do I need?',
        answer:
          'Fabric shops may buy designs for commercial use with a single-file licence. Contact us for licensing.',
        byMailAlone: '',
      },
      {
        question: 'Will a pattern fit my panel or print?',
        answer:
          'Seamless patterns repeat to any size. Tile dimensions vary by product and are listed with it.',
        byMailAlone: '',
      },
    ],
  },
  footer: {
    about:
      'Digital designs, drawn by hand. Files are 350 DPI and sold under a licence; nothing is shipped. Prices are in USD.',
    follow: 'Follow us',
    links: [],
  },
};
