export default function SignUpPage() {
  return (
    <div className="page">
      <h1>Sign up</h1>
    </div>
  );
}
