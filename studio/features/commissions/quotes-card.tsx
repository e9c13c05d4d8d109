import { useState } from 'react';
import { mayMove } from '#contract/shop/commission-states.ts';
import { yearInWords } from '#contract/shop/licence-year.ts';
import type { StudioQuote } from '#contract/studio/commissions.ts';
import { counted } from '#contract/wire/counted.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import parts from '../../ui/parts.module.css';
import styles from './commissions-screen.module.css';
import type { LetterPartProps } from './letter-part.ts';
import { QuoteForm } from './quote-form.tsx';

/** The quote in force, those before it, and the form for the next while the state allows one. */
export function QuotesCard(part: LetterPartProps) {
  const { state, quotes } = part.letter;
  const [isOpen, setOpen] = useState(false);
  const [current, ...earlier] = quotes;
  const mayQuote = mayMove(state, 'quote', 'studio');
  if (!current && !mayQuote) return null;
  return (
    <Card title="Quote">
      {current && <Quote quote={current} />}
      {earlier.length > 0 && (
        <details>
          <summary>{counted(earlier.length, 'earlier quote')}</summary>
          <div className="stack-4">
            {earlier.map((quote) => (
              <Quote key={quote.version} quote={quote} />
            ))}
          </div>
        </details>
      )}
      {mayQuote && !isOpen && (
        <div className="line-3">
          <Button variant={current ? 'paper' : 'primary'} onClick={() => setOpen(true)}>
            {current ? 'Write another quote' : 'Write a quote'}
          </Button>
        </div>
      )}
      {mayQuote && isOpen && <QuoteForm {...part} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Quote({ quote }: { readonly quote: StudioQuote }) {
  const { price, deposit, rounds, days, startsOn, endsOn } = quote;
  return (
    <dl className={parts.facts}>
      <dt>Price</dt>
      <dd>
        {formatUsd(price)}
        {deposit !== null && `, ${formatUsd(deposit)} of it first`}
      </dd>
      <dt>Included</dt>
      <dd className={styles.text}>{quote.included}</dd>
      {startsOn && endsOn ? (
        <>
          <dt>Year</dt>
          <dd>{yearInWords({ startsOn, endsOn })}</dd>
        </>
      ) : (
        <>
          <dt>Type</dt>
          <dd>{quote.designType}</dd>
          <dt>Rounds</dt>
          <dd>{rounds ?? 'as many as the buyer likes'}</dd>
          <dt>Time</dt>
          <dd>{counted(days, 'day')} from the payment</dd>
        </>
      )}
      <dt>Sent</dt>
      <dd>
        <Instant at={quote.createdAt} /> by {quote.author}
      </dd>
      <dt>Valid until</dt>
      <dd>
        <Instant at={quote.validUntil} />
      </dd>
    </dl>
  );
}
