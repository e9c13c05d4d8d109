/** What no link in the shop may lead to, whoever entered it. */
export const badLinks: readonly string[] = [
  ...[
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'javascript:1/alert(1)',
  ],
  ...[
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\nscript:alert(1)',
    '\x01javascript:alert(1)',
  ],
  ...[
    'javascript:alert(1)//shop.example',
    'javascript://shop.example/%0aalert(1)',
    'javascript:443/alert(1)',
  ],
  ...[
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'javascript%3Aalert(1)',
    'javascript：alert(1)',
  ],
  ...[
    'vbscript:msgbox(1)',
    'livescript:alert(1)',
    'view-source:https://shop.example/',
    'about:blank',
  ],
  ...['data:text/html,<script>alert(1)</script>', 'data:text/html;base64,PHNjcmlwdD4=', 'DATA:,x'],
  ...[
    'blob:https://shop.example/1',
    'filesystem:https://shop.example/a',
    'file:///etc/passwd',
    'ftp://shop.example/',
  ],
  ...[
    'mailto:fox@shop.example',
    'tel:+123',
    'sms:+123',
    'intent://shop.example#Intent;end',
    'ws://shop.example/',
  ],
  ...[
    'https://user:secret@shop.example/',
    'https://shop.example@evil.example/',
    '//',
    'https://',
    'https:///',
  ],
  ...['https://localhost/', 'http://intranet/', 'https://shop .example/'],
  ...[
    'https://[::1',
    'https://shop.example:99999/',
    'https://%/',
    '"><script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
  ],
  ...['/dashboard', '../..', '?query', '#part', 'h t t p s://shop.example', '', ' ', '\0'],
];

/** Valid links: a web address or a handle, in any spelling. */
export const goodLinks: readonly string[] = [
  ...[
    'https://shop.example/hazel',
    'http://shop.example/hazel',
    'HTTPS://SHOP.EXAMPLE/',
    'shop.example',
  ],
  ...[
    'shop.example:8080/a',
    '@fabricfox',
    'fabricfox',
    'fabric.fox_1',
    'https://shop.example/?a=1&b="2"',
  ],
  ...[
    "https://shop.example/'onclick='alert(1)",
    'https://shop.example/<script>',
    'https://münze.example/ä',
  ],
  ...['https://shop.example/#javascript:alert(1)', 'https://shop.example/?u=javascript:alert(1)'],
];
