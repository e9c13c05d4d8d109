import { Link, useParams } from 'react-router';
import { type Buyer, buyerCalls } from '#contract/studio/buyers.ts';
import { counted } from '#contract/wire/counted.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { OrderTable } from '../../ui/order-table.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { PersonName } from '../../ui/person-name.tsx';
import { BusinessLink, licenceOf, nameOf, StatusBadge } from './buyer-words.tsx';
import styles from './buyers.module.css';
import { Colleagues } from './colleagues.tsx';
import { Decision } from './decision.tsx';
import { GiveDownload } from './give-download.tsx';
import { SignOutBuyer } from './sign-out-buyer.tsx';
import { YearlyLicence } from './yearly-licence.tsx';

/** One buyer: their data, the decisions about them, and what they bought. */
export default function BuyerScreen() {
  const { id = '' } = useParams();
  const buyer = useAnswer(buyerCalls.buyer, { params: { buyerId: id } });
  return (
    <Page
      title={(buyer.answer && nameOf(buyer.answer)) || 'Buyer'}
      back={{ to: '/buyers', label: 'All buyers' }}
    >
      <Answered of={buyer}>
        {(answer) => (
          <div className={parts.parts}>
            <Card title="Account">
              <Facts buyer={answer} />
              <div className="line-3">
                <Decision buyer={answer} onChanged={buyer.set} onStale={buyer.fetchLatest} />
                <SignOutBuyer buyer={answer} onChanged={buyer.set} />
              </div>
            </Card>
            {answer.colleagues.length + answer.invitations.length > 0 && (
              <Colleagues buyer={answer} onChanged={buyer.set} />
            )}
            <YearlyLicence buyer={answer} onChanged={buyer.set} reload={buyer.fetchLatest} />
            <Card title="Orders">
              {answer.orders.length === 0 ? (
                <p>No orders yet.</p>
              ) : (
                <OrderTable orders={answer.orders} />
              )}
              <div className="line-3">
                <GiveDownload buyer={answer} onChanged={buyer.set} />
                {answer.orderCount > answer.orders.length && (
                  <Link to={`/orders?buyer=${answer.id}`}>All {answer.orderCount} orders</Link>
                )}
              </div>
            </Card>
          </div>
        )}
      </Answered>
    </Page>
  );
}

function Facts({ buyer }: { readonly buyer: Buyer }) {
  const { decision } = buyer;
  return (
    <dl className={parts.facts}>
      <dt>Status</dt>
      <dd>
        <StatusBadge status={buyer.status} />
      </dd>
      {decision && (
        <>
          <dt>Decided</dt>
          <dd>
            by <PersonName name={decision.actor} />, <Instant at={decision.at} />
            {decision.reason !== null && <p className={styles.said}>“{decision.reason}”</p>}
          </dd>
        </>
      )}
      <dt>E-mail</dt>
      <dd>
        <PersonName name={buyer.email} />
      </dd>
      <dt>Licence</dt>
      <dd>{licenceOf(buyer)}</dd>
      <dt>Shop</dt>
      <dd>
        <BusinessLink link={buyer.businessVerificationLink} />
      </dd>
      <dt>News</dt>
      <dd>
        <News news={buyer.news} />
      </dd>
      <dt>Since</dt>
      <dd>
        <Instant at={buyer.createdAt} />
      </dd>
      <dt>Signed in</dt>
      <dd>{devices(buyer.sessions)}</dd>
    </dl>
  );
}

const places = {
  sign_up: 'at sign-up',
  checkout: 'at checkout',
  account: 'in My account',
} as const;

/** Whether a buyer gets news from the studio, and since when. */
function News({ news }: Pick<Buyer, 'news'>) {
  if (news === null) return 'not wanted';
  const { askedAt, confirmedAt, place, source } = news;
  return confirmedAt === null ? (
    <>
      asked for {places[place]}, <Instant at={askedAt} />; not confirmed yet
    </>
  ) : (
    <>
      since <Instant at={confirmedAt} />,{' '}
      {source === null ? `asked for ${places[place]}` : `imported: ${source}`}
    </>
  );
}

function devices(count: number): string {
  if (count === 0) return 'nowhere';
  return `on ${counted(count, 'device')}`;
}
