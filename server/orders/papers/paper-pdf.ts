import PDFDocument from 'pdfkit';
import type { Paper } from './paper.ts';
import { drawLines, lineHeight, linesOf, type TextStyle } from './paper-text.ts';

type Document = PDFKit.PDFDocument;
type Column = { readonly x: number; readonly width: number };

const margin = 54;
/** Of a column with an amount. */
const amountWidth = 64;
const footerHeight = 30;
const title: TextStyle = { size: 20, font: 'latin-bold' };
const strong: TextStyle = { size: 9.5, font: 'latin-bold' };
const plain: TextStyle = { size: 9.5 };
const soft: TextStyle = { size: 8.5, color: '#5c5c5c' };
/** Draws a paper as a tagged PDF with the letters that it uses of its fonts. The same paper gives the same bytes. */
export async function paperPdf(paper: Paper): Promise<Buffer> {
  const doc = new PDFDocument({
    size: paper.size === 'a4' ? 'A4' : 'LETTER',
    margin,
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    // None yet: each is opened under its name when it is first used.
    font: '',
    info: {
      Title: `${paper.kind} ${paper.number}`,
      Author: paper.seller[0] ?? '',
      CreationDate: new Date(paper.at),
      ModDate: new Date(paper.at),
    },
  });
  const done = bytesOf(doc);
  new PaperPage(doc, paper).draw();
  doc.end();
  return done;
}

async function bytesOf(doc: Document): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of doc) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Draws from the top down; `#y` is what is reached. */
class PaperPage {
  readonly #doc: Document;
  readonly #paper: Paper;
  readonly #width: number;
  #y = margin;

  constructor(doc: Document, paper: Paper) {
    this.#doc = doc;
    this.#paper = paper;
    this.#width = doc.page.width - 2 * margin;
  }

  draw(): void {
    const root = this.#doc.struct('Document');
    this.#doc.addStructure(root);
    this.#head(root);
    this.#table(root);
    this.#sums(root);
    root.end();
    this.#footers();
  }

  #head(root: PDFKit.PDFStructureElement): void {
    const { kind, number, seller, buyer, facts } = this.#paper;
    const half = this.#width / 2 - 12;
    this.#text(root, 'H1', `${kind} ${number}`, title);
    const under = this.#y + 14;
    this.#y = under;
    // First, since only the seller's lines can go on over the page.
    const right = { x: margin + half + 24, width: half };
    for (const [label, text] of facts) this.#text(root, 'P', `${label}: ${text}`, plain, right);
    const reached = this.#y;
    const first = this.#doc.page;
    this.#y = under;
    const [name = '', ...address] = seller;
    const left = { x: margin, width: half };
    this.#text(root, 'P', name, strong, left);
    for (const line of address) this.#text(root, 'P', line, plain, left);
    if (this.#doc.page === first) this.#y = Math.max(this.#y, reached);
    this.#y += 14;
    if (buyer.length > 0) {
      this.#text(root, 'P', kind === 'Receipt' ? 'Bought by' : 'Refunded to', soft);
      for (const line of buyer) this.#text(root, 'P', line, plain);
    }
    this.#y += 16;
  }

  #table(root: PDFKit.PDFStructureElement): void {
    const { columns, rows } = this.#paper;
    const table = this.#doc.struct('Table');
    root.add(table);
    this.#row(
      table,
      'TH',
      columns.map((text) => ({ text, style: soft })),
    );
    this.#rule();
    for (const { name, detail, cells } of rows) {
      this.#row(table, 'TD', [
        { text: name, style: plain, detail },
        ...cells.map((text) => ({ text, style: plain })),
      ]);
    }
    table.end();
    this.#rule();
  }

  #row(
    table: PDFKit.PDFStructureElement,
    tag: 'TH' | 'TD',
    cells: readonly {
      readonly text: string;
      readonly style: TextStyle;
      readonly detail?: string;
    }[],
  ): void {
    const wide = this.#width - (cells.length - 1) * amountWidth;
    const laid = cells.map(({ text, style, detail = '' }, place) => {
      const width = place === 0 ? wide - 12 : amountWidth;
      return {
        lines: linesOf(this.#doc, text, width, style),
        more: detail === '' ? [] : linesOf(this.#doc, detail, width, soft),
        style: place === 0 ? style : ({ ...style, align: 'right' } as const),
        x: place === 0 ? margin : margin + wide + (place - 1) * amountWidth,
        width,
      };
    });
    const height = Math.max(
      ...laid.map(
        ({ lines, more, style }) =>
          lines.length * lineHeight(style) + more.length * lineHeight(soft),
      ),
    );
    this.#makeRoom(height + 6);
    const row = this.#doc.struct('TR');
    table.add(row);
    const y = this.#y + 3;
    for (const { lines, more, style, x, width } of laid) {
      const cell = this.#doc.struct(tag, {}, () => {
        const end = drawLines(this.#doc, lines, { x, y, width }, style);
        drawLines(this.#doc, more, { x, y: end, width }, soft);
      });
      row.add(cell);
    }
    row.end();
    this.#y += height + 6;
  }

  #sums(root: PDFKit.PDFStructureElement): void {
    const { sums, total, note } = this.#paper;
    const width = 240;
    const x = margin + this.#width - width;
    for (const [label, amount] of [...sums, total]) {
      const style = label === total[0] ? strong : plain;
      const lines = linesOf(this.#doc, label, width - amountWidth, style);
      const figures = linesOf(this.#doc, amount, amountWidth, style);
      const height = Math.max(lines.length, figures.length) * lineHeight(style);
      this.#makeRoom(height + 3);
      const y = this.#y + 3;
      const element = this.#doc.struct('P', {}, () => {
        drawLines(this.#doc, lines, { x, y, width: width - amountWidth }, style);
        const place = { x: x + width - amountWidth, y, width: amountWidth };
        drawLines(this.#doc, figures, place, { ...style, align: 'right' });
      });
      root.add(element);
      this.#y = y + height;
    }
    this.#y += 10;
    this.#text(root, 'P', note, plain);
  }

  /** Draws a text where `#y` is, or on a new page if there is no room for it. */
  #text(
    root: PDFKit.PDFStructureElement,
    tag: string,
    text: string,
    style: TextStyle,
    { x, width }: Column = { x: margin, width: this.#width },
  ): void {
    const lines = linesOf(this.#doc, text, width, style);
    const height = lines.length * lineHeight(style);
    this.#makeRoom(height);
    const y = this.#y;
    root.add(
      this.#doc.struct(tag, {}, () => {
        drawLines(this.#doc, lines, { x, y, width }, style);
      }),
    );
    this.#y = y + height;
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= this.#doc.page.height - margin - footerHeight) return;
    this.#doc.addPage();
    this.#y = margin;
  }

  #rule(): void {
    const doc = this.#doc;
    doc.markContent('Artifact', { type: 'Layout' });
    doc.moveTo(margin, this.#y + 2).lineTo(margin + this.#width, this.#y + 2);
    doc.lineWidth(0.5).strokeColor('#bdbdbd').stroke();
    doc.endMarkedContent();
    this.#y += 5;
  }

  #footers(): void {
    const doc = this.#doc;
    const { start, count } = doc.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      doc.switchToPage(page);
      doc.markContent('Artifact', { type: 'Pagination' });
      const text = `${this.#paper.kind} ${this.#paper.number} · Page ${page + 1} of ${count}`;
      const place = { x: margin, y: doc.page.height - margin - 12, width: this.#width };
      drawLines(doc, linesOf(doc, text, this.#width, soft), place, { ...soft, align: 'right' });
      doc.endMarkedContent();
    }
  }
}
