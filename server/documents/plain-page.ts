import type { Hono } from 'hono';
import { blocksOf, type MarkedPart } from '#contract/shop/marked-text.ts';
import { oldestBrowsersText } from '#contract/shop/oldest-browsers.ts';
import { imageVariant, paths, plainPagePath, productPath } from '#contract/shop/paths.ts';
import type { Product } from '#contract/shop/product.ts';
import type { ShopSettings } from '#contract/shop/studio.ts';
import { writtenPages } from '#contract/shop/written-page.ts';
import { formatUsd, isDiscounted, priceToPay } from '#contract/wire/money.ts';
import type { CatalogueServices } from '../catalogue/catalogue-services.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { respondPlain } from './plain-document.ts';

const pageSize = 24;

const style = `main{max-width:1100px;margin-top:0}
.designs{margin:0 -8px;padding:0;list-style:none}
.designs li{display:inline-block;box-sizing:border-box;width:220px;max-width:100%;padding:8px 8px 20px;vertical-align:top}
.designs img{display:block;width:100%;height:auto;border-radius:12px}
h2{margin:28px 0 8px;font-size:22px}
h3{margin:0 0 8px;font-size:18px}
.more a{display:inline-block;padding:12px 16px 12px 0}`;

/** The pages of text, by what the address has after its question mark. */
const textNames = ['terms', ...writtenPages] as const;
type TextName = (typeof textNames)[number];

const titles: Readonly<Record<TextName, string>> = {
  terms: 'Terms and conditions',
  about: 'About us',
  privacy: 'Privacy',
  imprint: 'Imprint',
  accessibility: 'Accessibility',
};

/** The designs and the pages of text without a script, for browsers that can't run the shop. */
export function plainPageRoutes(app: Hono, services: CatalogueServices): void {
  const { imagesUrl } = services.env;
  const pictures = imagesUrl === null ? "'self'" : `'self' ${new URL(imagesUrl).origin}`;
  app.get(plainPagePath, (context) => {
    const { page = '1', ...query } = context.req.query();
    const text = textNames.find((name) => name in query);
    const parts =
      text === undefined
        ? { title: 'Our designs', content: designsPage(services, Number(page)) }
        : { title: titles[text], content: textPage(services, text) };
    return respondPlain(context, services, { ...parts, style, pictures });
  });
}

function designsPage({ catalogue }: CatalogueServices, wanted: number): string {
  const all = catalogue.designs();
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Number.isInteger(wanted) ? Math.min(Math.max(1, wanted), pages) : 1;
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const links = [
    ...(page > 1 ? [link(`?page=${page - 1}`, 'Newer designs')] : []),
    ...(page < pages ? [link(`?page=${page + 1}`, 'More designs')] : []),
    ...textNames.map((name) => link(`?${name}`, titles[name])),
  ];
  return `<h1>Our designs</h1>
<p>Your browser is too old for the shop, or JavaScript is switched off in it, so this is a plain page: you can look at the designs and their prices. To buy, open the shop with JavaScript in a newer browser, from ${oldestBrowsersText} on. On a phone or tablet, update its system first.</p>
<ul class="designs">
${shown.map(design).join('\n')}
</ul>
<p class="more">${links.join(' ')}</p>
<p>Page ${page} of ${pages}. Prices are in USD.</p>`;
}

function link(search: string, text: string): string {
  return `<a href="${plainPagePath}${search}">${text}</a>`;
}

function design({ _id, title, designer, price, discountedPrice, images }: Product): string {
  const picture = images[0]
    ? `<img src="${escapeHtml(imageVariant(images[0].url, 320, 'webp'))}" width="320" height="320" alt="" loading="lazy">`
    : '';
  const before = isDiscounted(price, discountedPrice) ? ` instead of ${formatUsd(price)}` : '';
  return `<li>${picture}<a href="${escapeHtml(productPath(_id))}">${escapeHtml(title)}</a><br>by ${escapeHtml(designer.join(' and '))}<br><b>${formatUsd(priceToPay(price, discountedPrice))}</b>${before}</li>`;
}

function textPage({ catalogue }: CatalogueServices, name: TextName): string {
  const text = textOf(catalogue, name);
  const settings = catalogue.answer('shopSettings', {} as never);
  const designers = settings?.designers ?? [];
  const written = (text?.sections ?? []).map(
    (section) =>
      `<h2>${escapeHtml(section.title)}</h2>\n${markedText(section.text, settings?.licenceItems ?? 0)}`,
  );
  return `<h1>${titles[name]}</h1>
<p>${escapeHtml(text?.lead ?? '')}</p>
${name === 'about' ? people(text?.people?.length ? text.people : designers) : ''}
${written.join('\n')}
${ask(designers)}
<p class="more">${link('', 'Our designs')} <a href="${paths[name].path}">The same in the shop</a></p>`;
}

interface Text {
  readonly lead: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
  readonly people?: readonly Named[] | undefined;
}

function textOf(catalogue: CatalogueServices['catalogue'], name: TextName): Text | undefined {
  const input = { params: undefined, query: { version: '' } };
  if (name === 'terms') return catalogue.answer('terms', input)?.terms;
  return catalogue.answer('writtenPages', { params: undefined, query: undefined })?.[name];
}

interface Named {
  readonly name: string;
  readonly text?: string;
}

function people(named: readonly Named[]): string {
  const each = named.map(
    ({ name, text = '' }) => `<h3>${escapeHtml(name)}</h3>${text && `<p>${escapeHtml(text)}</p>`}`,
  );
  return each.length === 0 ? '' : `<h2>Who we are</h2>\n${each.join('\n')}`;
}

function ask(designers: ShopSettings['designers']): string {
  const each = designers.map(({ name, email }) => {
    const address = escapeHtml(email);
    return `${escapeHtml(name)} at <a href="mailto:${address}">${address}</a>`;
  });
  return each.length === 0 ? '' : `<p>Ask us: ${each.join(' or ')}.</p>`;
}

function markedText(text: string, items: number): string {
  return blocksOf(text, items)
    .map(({ isList, lines }) => {
      const shown = lines.map((parts) => parts.map(partShown).join('').replaceAll('\n', '<br>'));
      if (!isList) return `<p>${shown.join('')}</p>`;
      return `<ul>${shown.map((line) => `<li>${line}</li>`).join('')}</ul>`;
    })
    .join('\n');
}

function partShown(part: MarkedPart): string {
  const text = escapeHtml(part.text);
  if (part.kind === 'link') return `<a href="${escapeHtml(plainPlace(part.to))}">${text}</a>`;
  return part.kind === 'bold' ? `<b>${text}</b>` : text;
}

/** The plain page of a text or the designs; other places are only in the shop. */
function plainPlace(to: string): string {
  const name = textNames.find((each) => paths[each].path === to);
  if (to === paths.shop.path) return plainPagePath;
  return name === undefined ? to : `${plainPagePath}?${name}`;
}
