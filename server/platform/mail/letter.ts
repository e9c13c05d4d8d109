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
}

interface LetterParts {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A small table of labels and amounts. The last row is the total. */
  readonly rows?: readonly (readonly [string, string])[];
  /** The mail's button. `path` is relative to the shop's address. */
  readonly action?: { readonly label: string; readonly path: string };
  /** A small link below the mail. */
  readonly aside?: { readonly label: string; readonly path: string };
}

/** Writes a mail in the shop's style. Every part is plain text and is escaped only here. */
export function writeLetter(head: Letterhead, parts: LetterParts): Letter {
  const subject = oneLine(parts.subject);
  const link = parts.action && `${head.publicUrl}${parts.action.path}`;
  const rows = parts.rows ?? [];
  const text = [
    ...parts.paragraphs,
    ...(rows.length > 0 ? [rows.map(([what, amount]) => `${what}: ${amount}`).join('\n')] : []),
    ...(parts.action ? [`${parts.action.label}: ${link}`] : []),
    ...(parts.aside ? [`${parts.aside.label}: ${head.publicUrl}${parts.aside.path}`] : []),
    `${head.studioName}\n${head.publicUrl}`,
  ].join('\n\n');
  return { subject, text: `${text}\n`, html: page(head, subject, parts, link) };
}

/** Makes a subject one line, because a line break would start another header. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function page(
  head: Letterhead,
  subject: string,
  parts: LetterParts,
  link: string | undefined,
): string {
  // Mail programs don't support variables.
  const color = head.look ?? firstContent.look;
  const paragraphs = parts.paragraphs.map(
    (paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`,
  );
  const action =
    parts.action && link
      ? `<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;border-radius:999px;background:${color.raspberry};color:${color['on-raspberry']};font-weight:bold;text-decoration:none">${escapeHtml(parts.action.label)}</a></p>`
      : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${color.paper};color:${color.ink};font:16px/1.5 Nunito,'Trebuchet MS',Verdana,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 12px;font-size:22px;font-weight:bold;color:${color.raspberry}">${brand(head)}</p>
<div style="padding:28px;border:2px dashed ${color.stitch};border-radius:18px;background:${color.card}">
${paragraphs.join('\n')}
${table(parts.rows ?? [], color)}
${action}
</div>
${aside(head, parts)}<p style="margin:16px 0 0;font-size:14px;color:${color['ink-soft']}"><a href="${escapeHtml(head.publicUrl)}" style="color:${color['ink-soft']}">${escapeHtml(head.publicUrl)}</a></p>
</div>
</body>
</html>
`;
}

function aside({ publicUrl, look }: Letterhead, parts: LetterParts): string {
  if (!parts.aside) return '';
  const color = (look ?? firstContent.look)['ink-soft'];
  const { label, path } = parts.aside;
  return `<p style="margin:16px 0 0;font-size:14px;color:${color}"><a href="${escapeHtml(publicUrl + path)}" style="color:${color}">${escapeHtml(label)}</a></p>\n`;
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

function table(rows: readonly (readonly [string, string])[], color: Look): string {
  if (rows.length === 0) return '';
  const cells = rows.map(([what, amount], place) => {
    const weight = place === rows.length - 1 ? 'font-weight:bold;' : '';
    const cell = `padding:8px 0;border-top:1px solid ${color.line};${weight}`;
    return `<tr><td style="${cell}">${escapeHtml(what)}</td><td style="${cell}text-align:right;white-space:nowrap">${escapeHtml(amount)}</td></tr>`;
  });
  return `<table role="presentation" style="width:100%;border-collapse:collapse">${cells.join('')}</table>`;
}
