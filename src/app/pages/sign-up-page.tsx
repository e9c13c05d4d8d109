import { SignUpForm } from '#features/account/sign-up-form.tsx';

export default function SignUpPage() {
  return <SignUpForm />;
}
