import { clothBenchPath } from '#contract/shop/paths.ts';
import { type Layout, layouts } from './cloth-layout.ts';
import { isThingName, type ThingName } from './thing-names.ts';

/** How a design is looked at. It travels in the address, so a view can be saved and sent. */
export interface BenchView {
  readonly layout: Layout;
  /** Of the design's own size. */
  readonly percent: number;
  /** What it is shown on; null: flat cloth. */
  readonly thing: ThingName | null;
  /** Which of the design's pictures repeats; the first is 0. */
  readonly picture: number;
  /** Designs that lie beside it. */
  readonly beside: readonly string[];
}

export const minPercent = 25;
export const maxPercent = 400;
/** As many designs as fit beside the first one. */
export const maxBeside = 2;

export const plainView: BenchView = {
  layout: 'straight',
  percent: 100,
  thing: null,
  picture: 0,
  beside: [],
};

function withinBounds(percent: number): number {
  return Math.min(maxPercent, Math.max(minPercent, percent));
}

/** A whole percentage within the bench's bounds. */
export function boundPercent(percent: number): number {
  return withinBounds(Math.round(percent));
}

/** A percentage changed by two fingers; not rounded, since slow fingers change less than one per cent at a time. */
export function pinchedPercent(percent: number, factor: number): number {
  return withinBounds(percent * factor);
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : otherwise;
}

const idForm = /^[0-9a-f]{24}$/;

/** Reads a view from a query. What makes no sense there is as in the plain view. */
export function readView(search: string): BenchView {
  const given = new URLSearchParams(search);
  const thing = given.get('on');
  const beside = (given.get('beside') ?? '').split(',').filter((id) => idForm.test(id));
  return {
    layout: layouts.find((name) => name === given.get('layout')) ?? plainView.layout,
    percent: boundPercent(wholeNumber(given.get('scale'), plainView.percent)),
    thing: isThingName(thing) ? thing : null,
    picture: wholeNumber(given.get('picture'), 0),
    beside: [...new Set(beside)].slice(0, maxBeside),
  };
}

/** A view's query without the question mark; empty for the plain view. */
function viewSearch({ layout, percent, thing, picture, beside }: BenchView): string {
  const said = {
    ...(layout !== plainView.layout && { layout }),
    ...(percent !== plainView.percent && { scale: String(percent) }),
    ...(thing && { on: thing }),
    ...(picture > 0 && { picture: String(picture) }),
    ...(beside.length > 0 && { beside: beside.join(',') }),
  };
  return new URLSearchParams(said).toString().replaceAll('%2C', ',');
}

/** The address of a design on the bench, seen in this way. */
export function viewPath(productId: string, view: BenchView): string {
  const search = viewSearch(view);
  return clothBenchPath(productId) + (search === '' ? '' : `?${search}`);
}
