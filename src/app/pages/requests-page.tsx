import { useLocation, useParams } from 'react-router';
import { paths } from '#contract/shop/paths.ts';
import { ContactScreen } from '#features/commissions/contact-screen.tsx';
import { LinkedThreadScreen } from '#features/commissions/linked-conversation.tsx';
import { LinkedRequestScreen } from '#features/commissions/linked-request-screen.tsx';
import { OwnRequestScreen } from '#features/commissions/own-request-screen.tsx';
import { OwnRequestsScreen } from '#features/commissions/own-requests-screen.tsx';

function RequestScreen() {
  const { id } = useParams();
  const { pathname, hash } = useLocation();
  if (id !== undefined) return <OwnRequestScreen key={id} requestId={id} />;
  if (pathname === paths.contact.path) return <ContactScreen />;
  if (pathname !== paths.customRequest.path) return <OwnRequestsScreen />;
  const keys = new URLSearchParams(hash.slice(1));
  const messages = keys.get('messages');
  if (messages !== null) return <LinkedThreadScreen key={messages} token={messages} />;
  const token = keys.get('token') ?? '';
  return <LinkedRequestScreen key={token} token={token} />;
}

/** The account's custom requests, one of them, or the one that a mailed link opens; and the page to write to the studio. One page, since each costs the first screen bytes. */
export default function RequestsPage() {
  return (
    <div className="page">
      <RequestScreen />
    </div>
  );
}
