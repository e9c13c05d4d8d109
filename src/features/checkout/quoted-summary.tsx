import { yearInWords } from '#contract/shop/licence-year.ts';
import { ownRequestPath } from '#contract/shop/own-paths.ts';
import type { OwnRequest } from '#contract/shop/own-request.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { ShopLink } from '#ui/shop-link.tsx';
import styles from './checkout-summary.module.css';
import { LicenceNote } from './licence-note.tsx';
import type { ShownLicence } from './use-shown-licence.ts';

interface QuotedSummaryProps {
  readonly request: OwnRequest;
  readonly licence: ShownLicence | null;
}

/** The quote that is about to be paid, and which part of it. */
export function QuotedSummary({ request, licence }: QuotedSummaryProps) {
  const { quote, due, paid = 0 } = request;
  if (!quote) return null;
  const { startsOn, endsOn } = quote;
  const rows = [
    ['Year', startsOn && endsOn ? yearInWords({ startsOn, endsOn }) : ''],
    ['Design type', startsOn ? '' : quote.designType],
    ['Price', formatUsd(quote.price)],
    ['Paid before', paid > 0 ? formatUsd(paid) : ''],
    ['Later', due?.part === 'deposit' ? formatUsd(quote.price - due.amount) : ''],
    ['Taxes', '$0.00'],
  ].filter(([, value]) => value !== '');
  return (
    <section className={`card stack-3 ${styles.summary}`} aria-labelledby="order-summary">
      <div className={styles.head}>
        <h2 id="order-summary">{startsOn ? 'Yearly licence' : 'Custom design'}</h2>
        <ShopLink to={ownRequestPath(request._id)}>Your request</ShopLink>
      </div>
      <p>{quote.included}</p>
      <LicenceNote licence={licence} />
      <dl className="stack-2">
        {rows.map(([term, value]) => (
          <div key={term} className="sum">
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {due && (
          <div className="sum-total">
            <dt>To pay now</dt>
            <dd>{formatUsd(due.amount)}</dd>
          </div>
        )}
      </dl>
      <p className="soft">No tax is added.</p>
    </section>
  );
}
