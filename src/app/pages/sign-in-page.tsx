export default function SignInPage() {
  return (
    <div className="page">
      <h1>Sign in</h1>
    </div>
  );
}
