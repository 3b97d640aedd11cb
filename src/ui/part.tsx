import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from './error-state.tsx';
import { NO_ANSWER } from './server-error.ts';
import { toast } from './toast.ts';

type Options = {
  /** Placeholder while loading; a failure is shown in its place. */
  loading?: ReactNode;
  /** The screen is complete without it: a failure is not reported. */
  isOptional?: boolean;
};

/** A component that is loaded when it is first shown. If that fails the screen around it stays; showing it again retries. */
export function part<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  { loading, isOptional = false }: Options = {},
) {
  const fresh = (): ComponentType<Props> => lazy(() => loaded(name, load));
  let Part = fresh();
  return function LoadedPart(props: Props & { onClose?: () => void }) {
    return (
      <Boundary
        loading={loading}
        isInPlace={loading !== undefined && !isOptional}
        onFailure={() => {
          Part = fresh();
          if (loading !== undefined || isOptional) return;
          toast({ title: 'Não foi possível abrir', description: NO_ANSWER, tone: 'error' });
          props.onClose?.();
        }}
      >
        {() => <Part {...props} />}
      </Boundary>
    );
  };
}

class NotLoaded extends Error {}

async function loaded<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
): Promise<{ default: ComponentType<Props> }> {
  try {
    // Offline the import ends without a module.
    return { default: (await load())[name] };
  } catch (cause) {
    throw new NotLoaded(`${name} not loaded`, { cause });
  }
}

type BoundaryProps = {
  loading: ReactNode;
  isInPlace: boolean;
  onFailure: () => void;
  children: () => ReactNode;
};

/** Catches failed imports; errors of the component itself go on to the route's error screen. */
class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    const { loading, isInPlace, children } = this.props;
    const error: unknown = this.state.error;
    if (error === null) return <Suspense fallback={loading}>{children()}</Suspense>;
    if (!(error instanceof NotLoaded)) throw error;
    return (
      isInPlace && (
        <ErrorState
          title="Não foi possível abrir esta parte"
          error={error}
          onRetry={() => this.setState({ error: null })}
        />
      )
    );
  }
}
