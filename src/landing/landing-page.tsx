import { CallToAction, Footer } from './closing.tsx';
import { Header } from './header.tsx';
import { Hero } from './hero.tsx';
import { Solutions } from './solutions.tsx';
import { Steps } from './steps.tsx';

/** Rendered once, at build time, by `prerender.tsx`. */
export function LandingPage({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      <Header />
      <main id="conteudo">
        <Hero />
        <Solutions />
        <Steps />
        <CallToAction />
      </main>
      <Footer supportEmail={supportEmail} />
    </>
  );
}
