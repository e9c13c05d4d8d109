import { bucketOrigin } from '../platform/bucket-setting.ts';
import type { Env } from '../platform/env.ts';

/** The kinds of policy. Pages that load the payment provider's script or the studio's text editor have their own. */
export type PolicyKind = 'shop' | 'checkout' | 'studio';

/** The Trusted Types policies that may create HTML: the shop's own and DOMPurify, in the studio also the editor's for pasted content. */
const htmlPolicies = {
  shop: 'pinwheel-worker pinwheel-file-writer pinwheel-html dompurify',
  studio: 'pinwheel-worker pinwheel-html dompurify ProseMirrorClipboard',
} as const;

const always: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
};

/**
 * The security headers of a document. There are no nonces, because the shell is cached: scripts come from our
 * own origin only, and so do styles but for `ownStyles`, the document's own. Only checkout allows the provider's hosts, and
 * turns Trusted Types off, because the provider's script writes HTML from strings.
 */
export function documentHeaders(
  env: Env,
  kind: PolicyKind,
  ownStyles = '',
): Record<string, string> {
  return {
    ...always,
    'Content-Security-Policy': policy(env, kind, ownStyles),
    'Cross-Origin-Opener-Policy': kind === 'checkout' ? 'same-origin-allow-popups' : 'same-origin',
    ...(env.publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  };
}

function policy(env: Env, kind: PolicyKind, ownStyles: string): string {
  const directives: Record<string, string> = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' ${ownStyles}`.trim(),
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  // Downloads and pictures are redirected there.
  if (env.bucket) directives['connect-src'] += ` ${bucketOrigin(env.bucket)}`;
  if (env.imagesUrl) directives['img-src'] += ` ${new URL(env.imagesUrl).origin}`;
  if (kind !== 'checkout') {
    directives['require-trusted-types-for'] = "'script'";
    directives['trusted-types'] = htmlPolicies[kind];
  } else if (env.payments.mode !== 'practice') {
    const hosts = providerHosts(env.payments.sdkUrl);
    directives['script-src'] += ` ${hosts}`;
    directives['connect-src'] += ` ${hosts}`;
    directives['img-src'] += ` ${hosts}`;
    directives['frame-src'] = hosts;
    // The provider's buttons have inline styles, without hash or nonce. Beside a hash, browsers would refuse them.
    directives['style-src'] = "'self' 'unsafe-inline'";
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}

function providerHosts(sdkUrl: string): string {
  return `${new URL(sdkUrl).origin} https://*.paypal.com https://*.paypalobjects.com`;
}
