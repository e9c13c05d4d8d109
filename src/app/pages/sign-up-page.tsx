import { useLocation } from 'react-router';
import { tokenInUrl } from '#contract/shop/own-paths.ts';
import { JoinAccountForm } from '#features/account/join-account-form.tsx';
import { SignUpForm } from '#features/account/sign-up-form.tsx';

export default function SignUpPage() {
  const { search, hash } = useLocation();
  const token = tokenInUrl('colleague', search, hash);
  return token === null ? <SignUpForm /> : <JoinAccountForm token={token} />;
}
