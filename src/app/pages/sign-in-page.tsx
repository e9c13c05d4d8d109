import { SignInForm } from '#features/account/sign-in-form.tsx';

export default function SignInPage() {
  return <SignInForm />;
}
