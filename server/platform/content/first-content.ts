import { messages } from '#contract/messages/messages.ts';
import type { Content } from '#contract/studio/content.ts';
import { firstPages } from './first-pages.ts';

/** The version of the terms that buyers accept until the studio publishes new ones. */
export const firstTermsVersion = '2026-11';

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
  featured: { text: 'See what our designs look like in use.' },
  customs: {
    title: 'A pattern nobody else has',
    text: 'We draw a few custom designs at a time.',
  },
  reminder: {
    title: 'Before you sew, a word about the small print',
    text: 'Every design comes with a licence. Small handmade shops need no extra licence. Fabric shops, wholesale and print-on-demand do. It takes two minutes to read, and it keeps us all friends.',
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
          'Yes, custom requests are taken depending on availability. The custom status on this page says whether we are open.',
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
        question: 'When will custom requests open again?',
        answer:
          'They depend on availability, so we open for a few at a time. Sign up for updates and we’ll let you know.',
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
  searchEngines: {
    title: '{shop} · Hand-drawn seamless patterns and clip art',
    home: 'Seamless patterns, clip-art PNGs and branding kits drawn by two designers. 350 DPI files under a licence for small handmade shops and fabric shops.',
    shop: 'Browse every seamless pattern, clip-art set and branding kit. Filter by category, designer and price.',
    licence:
      'Which licence fits your shop: small handmade shops, fabric shops, wholesale and print-on-demand.',
    terms:
      'What you may do with our designs: licences, commissions, turnaround, cancellations and refunds in plain words.',
  },
  guide: {
    lead: 'Every design is sold under a licence. Which one you need depends on what your shop does. Find yours below.',
    kinds: [
      {
        name: 'Small handmade shop',
        audience:
          'You make things by hand and sell them yourself: at markets, online, in a little shop of your own.',
        needs: 'No extra licence',
        more: 'The licence included with each design is all you need.',
      },
      {
        name: 'Fabric shop',
        audience:
          'You print fabric, panels, paper, vinyl or similar goods that others make things with.',
        needs: 'A single-file licence at purchase',
        more: 'One per design. Sign up as a fabric shop to get fabric-shop licences.',
      },
      {
        name: 'Wholesale and print-on-demand',
        audience:
          'Other shops sell what you make, or a printer makes and sends each piece for you.',
        needs: 'A single-file licence for every {items} items sold',
        more: 'To sell more, buy the design again: it adds another single-file licence for {items} items.',
      },
      {
        name: 'Yearly licence',
        audience: 'An agreement with us to use many designs for a year.',
        needs: 'Renewed before the year ends',
        more: 'Write to us in good time: once it ends, you may sell nothing more under it.',
      },
    ],
  },
  terms: {
    lead: 'In plain words, and short on purpose. If anything is unclear, ask us before you print: we’d much rather answer a question than say sorry.',
    sections: [
      {
        title: 'The terms',
        text: `These terms apply when you buy a design. You accept them with one tick at checkout, and your order records the version you accepted. If we change these terms, designs you already bought keep the version you bought them under.

Everything here is a digital file at 350 DPI, sold under a licence and priced in US dollars. Nothing is shipped: you can download your files as soon as your payment is complete.`,
      },
      {
        title: 'Watermark and sharing',
        text: `Pictures in the shop carry a watermark, so people can find the designer. Please leave it on. The files you buy have none.

Your files are for you alone. Please don’t share, swap, resell or give them away, and don’t put them where others can download them, such as a group, a shared cloud folder or a marketplace.

Do show what you make! Photos of finished products need no watermark. If you show the design by itself, for instance in a mock-up, add your own watermark first.`,
      },
      {
        title: 'Use of designs',
        text: `You buy the right to use a design; the design itself still belongs to its designer. You may print, sew, cut and press it, resize it, combine it with other designs, and sell the things you make.

You may not sell the design as a file, claim that you drew it, or make it your trademark. Logos and branding kits that we draw for your shop are, of course, yours to use as your brand.`,
      },
      {
        title: 'Commissioning artwork',
        text: `We take custom designs depending on availability. [The front page](/) says whether custom requests are open. If they are, send us your idea there, with pictures of what you have in mind.

An exclusive design is drawn for you alone. A non-exclusive one may be sold in the shop later. Custom seamless PNGs come with unlimited revisions: we keep going until it’s right. Please send only pictures you’re allowed to share; we don’t copy other people’s characters or art.`,
      },
      {
        title: 'Turnaround time',
        text: 'A commission takes **about a week, and up to 14 days**. Designs from the shop can be downloaded right after paying.',
      },
      {
        title: 'Licensing',
        text: `- **Small handmade shops** need no extra licence.
- **Fabric shops and similar sellers** need a single-file licence at purchase.
- **Wholesale and print-on-demand** need a single-file licence for every {items} items sold.
- **Yearly licences** must be renewed before the year ends.

Each design you buy has a licence page with your name on it in your orders, to print or keep. Buying a design again adds another single-file licence for {items} items. Not sure which one you need? [See the licences](/licence).`,
      },
      {
        title: 'Cancellations and refunds',
        text: `Digital downloads are **non-refundable**: a file can’t be returned. A refund is given only when a commission is not accepted.

If a file is damaged or isn’t what its page promised, write to us with your order number and we’ll fix it. A refund ends the licence.`,
      },
    ],
    restrictions: [
      {
        good: 'Sell the things you make with a design.',
        bad: 'Sell or share the design as a file.',
      },
      {
        good: 'Keep your files safe, with a backup.',
        bad: 'Put them where others can download them.',
      },
      {
        good: 'Share photos of your work anywhere.',
        bad: 'Remove the watermark from our pictures.',
      },
      {
        good: 'Name us as the designers. It makes our day.',
        bad: 'Claim you drew it, or trademark it.',
      },
      {
        good: 'In wholesale and print-on-demand, buy a single-file licence for every {items} items sold.',
        bad: 'Keep printing on one licence.',
      },
      {
        good: 'Renew a yearly licence before the year ends.',
        bad: 'Keep selling after it ends.',
      },
    ],
  },
  ...firstPages,
  mails: {
    receipt: {
      subject: 'Your receipt for order {order}',
      text: `Thank you, {name}!

Order {order} was paid on {date}. Download your files from your orders at any time.`,
    },
    refunded: {
      subject: 'Your refund for order {order}',
      text: 'We refunded {amount} for order {order}. It goes to your original payment method, usually within a few days.',
    },
    downloadGiven: {
      subject: '{design} is yours',
      text: 'We added {design} to your orders, free and with its licence. You’ll find it in order {order}.',
    },
    registered: {
      subject: 'Welcome to {shop}',
      text: `Hello, thanks for joining.

We’re reviewing your shop. ${messages.approval.waiting}`,
    },
    approved: {
      subject: 'Your {shop} account is approved',
      text: `Hello {name}, your account is approved.

You can now pay for the designs in your cart and download them.`,
    },
    rejected: {
      subject: 'About your {shop} account',
      text: `Hello {name}, we couldn’t approve your account.

{reason}

Our licences are for small handmade shops and fabric shops. If we misunderstood what you make, please reply to this e-mail.`,
    },
    customsOpen: {
      subject: '{shop} is taking custom requests again',
      text: `Hello {name}, we’re drawing custom designs again, a few at a time.

You’re getting this e-mail because you signed up for it on our home page. You can unsubscribe there.`,
    },
    filesReplaced: {
      subject: 'New files for “{design}”',
      text: `Hello {name}, we replaced files of “{design}”, which you bought:

{files}

The new version is free, under your existing licence. Download it from your orders.`,
    },
    fullCart: {
      subject: 'Still in your cart at {shop}',
      text: `Hello {name}, these designs are in your cart. It’s kept for you, and nothing is reserved or runs out.

We write this once. You get it because you asked for news from the studio.`,
    },
    oneTimeCode: {
      subject: 'Your code for a new {shop} password',
      text: `Your code is {code}.

Enter it within {minutes} minutes on the screen that asked for it. We never ask for it anywhere else.

If you didn’t ask for a new password, ignore this e-mail: nothing changes without the code.`,
    },
    passwordChanged: {
      subject: 'Your {shop} password was changed',
      text: `Hello {name}, your account has a new password, and your other devices are signed out.

If this wasn’t you, set another password at once and reply to this e-mail.`,
    },
    emailChanged: {
      subject: 'Your {shop} account has a new e-mail',
      text: `Hello {name}, your account now uses another e-mail address. You can no longer sign in with this one, and it gets no more e-mails.

If this wasn’t you, undo it within {hours} hours: we’ll restore this address, sign out all devices and let you set a new password.`,
    },
    emailRestored: {
      subject: 'Your {shop} account uses this e-mail again',
      text: `Hello {name}, your e-mail change was undone, and all devices are signed out.

Your old password no longer works. Set a new one to sign in.`,
    },
    emailRemoved: {
      subject: 'Your {shop} account no longer has this e-mail',
      text: `Hello, an account’s e-mail was changed to this address. The person at the previous address has undone that.

You can no longer sign in with this address, and the account’s password no longer works.`,
    },
    accountDeleted: {
      subject: 'Your {shop} account has been deleted',
      text: `Goodbye {name}, and thank you. Your account has been deleted, together with your cart, your wishlist and your downloads.

We keep your orders, anonymised, for our records.`,
    },
  },
  look: {
    paper: '#fff8ee',
    'paper-deep': '#f9ecd9',
    card: '#ffffff',
    ink: '#3a2440',
    'ink-soft': '#6b5470',
    raspberry: '#c2215f',
    'raspberry-deep': '#a0174c',
    'on-raspberry': '#ffffff',
    teal: '#1c7470',
    'on-teal': '#ffffff',
    sunshine: '#ffd166',
    sky: '#a9dcf2',
    mint: '#b9e6cd',
    blush: '#ffd0d6',
    lilac: '#dccbf0',
    opening: '#cfeaf8',
    'opening-end': '#edf7fb',
    line: '#e6d3bd',
    stitch: '#c9a98a',
    'field-line': '#8d7691',
  },
};
