import { headerMark, logoBox } from '#contract/shop/look.ts';
import { logoPath } from '#contract/shop/paths.ts';
import type { Look } from '#contract/studio/look.ts';
import { firstContent } from '../content/first-content.ts';
import { escapeHtml } from '../escape-html.ts';
import type { Letterhead } from './letterhead.ts';

/** A mail as text and as HTML. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address that ends its kind of e-mails, of one that goes to many. */
  readonly unsubscribeUrl?: string;
}

/** `path` is relative to the shop's address. */
interface LetterLink {
  readonly label: string;
  readonly path: string;
}

/** A link with a picture, of which `image` is the path; null: it has none. */
interface LetterPicture extends LetterLink {
  readonly image: string | null;
}

interface LetterParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A list below the paragraphs. */
  readonly links?: readonly LetterLink[];
  /** Below the links, two beside each other. */
  readonly pictures?: readonly LetterPicture[];
  /** A small table of labels and amounts. The last row is the total. */
  readonly rows?: readonly (readonly [string, string])[];
  /** The mail's button. */
  readonly action?: LetterLink;
  /** Who sends it and why, below the letter, with a link to more. */
  readonly sender?: { readonly lines: readonly string[]; readonly link: LetterLink };
  /** The path that ends its kind of e-mails. */
  readonly unsubscribePath?: string;
}

/** Writes a mail in the shop's style. Every part is plain text and is escaped only here. */
export function writeLetter(head: Letterhead, parts: LetterParts): Letter {
  const subject = oneLine(parts.subject);
  const rows = parts.rows ?? [];
  const written = ({ label, path }: LetterLink) => `${label}: ${head.publicUrl}${path}`;
  const text = [
    ...parts.paragraphs,
    ...[...(parts.links ?? []), ...(parts.pictures ?? [])].map(written),
    ...(rows.length > 0 ? [rows.map(([what, amount]) => `${what}: ${amount}`).join('\n')] : []),
    ...(parts.action ? [written(parts.action)] : []),
    ...(parts.sender ? [[...parts.sender.lines, written(parts.sender.link)].join('\n')] : []),
    ...(parts.unsubscribePath ? [written(stopLink(parts.unsubscribePath))] : []),
    `${head.studioName}\n${head.publicUrl}`,
  ].join('\n\n');
  return {
    subject,
    text: `${text}\n`,
    html: page(head, subject, parts),
    ...(parts.unsubscribePath && { unsubscribeUrl: head.publicUrl + parts.unsubscribePath }),
  };
}

function stopLink(path: string): LetterLink {
  return { label: 'Stop these e-mails', path };
}

/** Makes a subject one line, because a line break would start another header. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function page(head: Letterhead, subject: string, parts: LetterParts): string {
  // Mail programs don't support variables.
  const color = head.look ?? firstContent.look;
  const paragraphs = parts.paragraphs.map(
    (paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`,
  );
  const anchor = ({ label, path }: LetterLink, style: string, before = '') =>
    `<a href="${escapeHtml(head.publicUrl + path)}" style="${style}">${before}${escapeHtml(label)}</a>`;
  const links = (parts.links ?? []).map(
    (link) => `<p style="margin:0 0 16px">${anchor(link, `color:${color.raspberry}`)}</p>`,
  );
  const pictures = (parts.pictures ?? []).map((picture) =>
    anchor(
      picture,
      `display:inline-block;width:46%;margin:0 3% 16px 0;vertical-align:top;color:${color.raspberry}`,
      imageOf(head, picture),
    ),
  );
  const action = parts.action
    ? `<p style="margin:24px 0 0">${anchor(parts.action, `display:inline-block;padding:12px 24px;border-radius:999px;background:${color.raspberry};color:${color['on-raspberry']};font-weight:bold;text-decoration:none`)}</p>`
    : '';
  const small = `margin:16px 0 0;font-size:14px;color:${color['ink-soft']}`;
  const sender = parts.sender
    ? `<p style="${small}">${[...parts.sender.lines.map(escapeHtml), anchor(parts.sender.link, `color:${color['ink-soft']}`)].join('<br>')}</p>\n`
    : '';
  const aside = parts.unsubscribePath
    ? `<p style="${small}">${anchor(stopLink(parts.unsubscribePath), `color:${color['ink-soft']}`)}</p>\n`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${color.paper};color:${color.ink};font:16px/1.5 Nunito,'Trebuchet MS',Verdana,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 12px;font-size:22px;font-weight:bold;color:${color.raspberry}">${brand(head)}</p>
<div style="padding:28px;border:2px dashed ${color.stitch};border-radius:18px;background:${color.card}">
${[...paragraphs, ...links, ...pictures].join('\n')}
${table(parts.rows ?? [], color)}
${action}
</div>
${sender}${aside}<p style="${small}"><a href="${escapeHtml(head.publicUrl)}" style="color:${color['ink-soft']}">${escapeHtml(head.publicUrl)}</a></p>
</div>
</body>
</html>
`;
}

/** The logo and the name, as the look shows them. Where pictures aren't loaded, the name stands in for the logo. */
function brand({ studioName, publicUrl, look }: Letterhead): string {
  const name = escapeHtml(studioName);
  const { logo, mark = 'both' } = look ?? {};
  if (!logo || mark === 'name') return name;
  const { width, height } = logoBox(logo, headerMark);
  const address = escapeHtml(publicUrl + logoPath(logo.hash, 'png'));
  const isAlone = mark === 'picture';
  const image = `<img src="${address}" alt="${isAlone ? name : ''}" width="${width}" height="${height}" style="vertical-align:middle;border:0">`;
  return isAlone ? image : `${image} ${name}`;
}

function imageOf({ publicUrl }: Letterhead, { label, image }: LetterPicture): string {
  if (image === null) return '';
  return `<img src="${escapeHtml(publicUrl + image)}" alt="${escapeHtml(label)}" width="240" style="display:block;width:100%;height:auto;margin:0 0 4px;border:0;border-radius:12px">`;
}

function table(rows: readonly (readonly [string, string])[], color: Look): string {
  if (rows.length === 0) return '';
  const cells = rows.map(([what, amount], place) => {
    const weight = place === rows.length - 1 ? 'font-weight:bold;' : '';
    const cell = `padding:8px 0;border-top:1px solid ${color.line};${weight}`;
    return `<tr><td style="${cell}">${escapeHtml(what)}</td><td style="${cell}text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
  });
  return `<table role="presentation" style="width:100%;border-collapse:collapse">${cells.join('')}</table>`;
}
