import { idPattern } from '../wire/id-pattern.ts';
import {
  type ClothView,
  layouts,
  maxBeside,
  maxPercent,
  minPercent,
  thingNames,
} from './cloth-view.ts';
import { clothBenchPath } from './paths.ts';

export const plainView: ClothView = {
  layout: 'straight',
  percent: 100,
  thing: null,
  picture: 0,
  beside: [],
};

/** A whole percentage within the bench's bounds. */
export function boundPercent(percent: number): number {
  return Math.min(maxPercent, Math.max(minPercent, Math.round(percent)));
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,4}$/.test(text) ? Number(text) : otherwise;
}

/** Reads a view from a query. What makes no sense there is as in the plain view. */
export function readView(search: string): ClothView {
  const given = new URLSearchParams(search);
  const beside = (given.get('beside') ?? '').split(',').filter((id) => idPattern.test(id));
  return {
    layout: layouts.find((name) => name === given.get('layout')) ?? plainView.layout,
    percent: boundPercent(wholeNumber(given.get('scale'), plainView.percent)),
    thing: thingNames.find((name) => name === given.get('on')) ?? null,
    picture: wholeNumber(given.get('picture'), 0),
    beside: [...new Set(beside)].slice(0, maxBeside),
  };
}

/** A view's query without the question mark; empty for the plain view. */
function viewSearch({ layout, percent, thing, picture, beside }: ClothView): string {
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
export function clothViewPath(productId: string, view: ClothView): string {
  const search = viewSearch(view);
  return clothBenchPath(productId) + (search === '' ? '' : `?${search}`);
}
