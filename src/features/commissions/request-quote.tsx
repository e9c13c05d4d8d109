import { useShopDay } from '#api/use-shop-day.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { yearInWords } from '#contract/shop/licence-year.ts';
import { termsPath } from '#contract/shop/paths.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import { Paragraphs } from './paragraphs.tsx';
import type { ShownRequest } from './request-access.ts';
import { RequestPart } from './request-part.tsx';
import { dayOf } from './request-words.ts';

function roundsText(rounds: number | null): string {
  return rounds === null ? 'As many as you like' : String(rounds);
}

/** The quote in force, if there is one. */
export function RequestQuote({ request: { quote, state } }: ShownRequest) {
  const shopDay = useShopDay();
  if (!quote) return null;
  const { price, deposit, rounds, days, startsOn, endsOn } = quote;
  const year = startsOn && endsOn ? { startsOn, endsOn } : null;
  const drawn = year === null;
  const rows = [
    ['Price', formatUsd(price)],
    ['Deposit', deposit === null ? '' : formatUsd(deposit)],
    ['Rest, before you get the files', deposit === null ? '' : formatUsd(price - deposit)],
    ['Year', year ? yearInWords(year) : ''],
    ['Design type', drawn ? quote.designType : ''],
    ['Rounds of changes', drawn ? roundsText(rounds) : ''],
    ['Time to draw', drawn ? `${counted(days, 'day')} from your payment` : ''],
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
      {year && state === 'quoted' && year.startsOn < shopDay(new Date()) && (
        <p role="status">
          This year has begun. If you accept it now, it still ends on {dayInWords(year.endsOn)}.
        </p>
      )}
      <h3>{drawn ? 'Included' : 'What it covers'}</h3>
      <Paragraphs text={quote.included} />
    </RequestPart>
  );
}
