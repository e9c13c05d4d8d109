import { termsPath } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Paragraphs } from './paragraphs.tsx';
import type { ShownRequest } from './request-access.ts';
import { RequestPart } from './request-part.tsx';
import { dayOf } from './request-words.ts';

/** The quote in force, if there is one. */
export function RequestQuote({ request: { quote } }: ShownRequest) {
  if (!quote) return null;
  const { price, deposit, rounds, days } = quote;
  const rows = [
    ['Price', formatUsd(price)],
    ['Deposit', deposit === null ? '' : formatUsd(deposit)],
    ['Rest, before you get the files', deposit === null ? '' : formatUsd(price - deposit)],
    ['Design type', quote.designType],
    ['Rounds of changes', rounds === null ? 'As many as you like' : String(rounds)],
    ['Time to draw', `${counted(days, 'day')} from your payment`],
    ['Valid until', dayOf(quote.validUntil)],
  ] as const;
  return (
    <RequestPart title="Quote">
      <dl className="facts">
        {rows
          .filter(([, value]) => value !== '')
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {quote.termsVersion !== '' && (
          <div>
            <dt>Terms</dt>
            <dd>
              <ShopLink to={termsPath(quote.termsVersion, undefined)}>
                Version {quote.termsVersion}
              </ShopLink>
            </dd>
          </div>
        )}
      </dl>
      <h3>Included</h3>
      <Paragraphs text={quote.included} />
    </RequestPart>
  );
}
